// What stands on a report's page, as data; tests/pages looks at it in a browser.
#include "reports/page/page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "reports/page/html.hpp"
#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

/// Two contestants over sizes, with everything that a page can show.
trace::Result whole_result() {
  trace::Result result = made::duel({{8, 2'000, 1'000}, {1'024, 2'100, 2'000}, {65'536, 5'000, 9'000}});
  for (trace::Row& row : result.rows) {
    row.critical_path = {{"nic.wire", row.samples_ps[0] - 400, 2}, {"agent.build", 400, 1}};
    row.critical_path_total_ps = row.samples_ps[0];
    row.bound_ps = row.samples_ps[0] / 2;
    row.bound_by = "latency";
    row.pe_traffic = {.pes_per_cell = 1, .bytes = {{0, 3'000}, {1'000, 0}}};
    row.nics = {{0, 0, 300, 100, 3, 1}, {1, 0, 100, 300, 1, 3}};
    row.phases = {{0, "issue", 0, 400}, {0, "through", 400, 900}, {1, "wait: quiet", 0, 900}};
  }
  return result;
}

const PageSection* section(const Page& page, const std::string& id) {
  const auto found = std::ranges::find(page.sections, id, &PageSection::id);
  return found == page.sections.end() ? nullptr : &*found;
}

const PageFigure* figure(const Page& page, const std::string& id) {
  for (const PageSection& each : page.sections)
    for (const PageFigure& figure : each.figures)
      if (figure.id == id) return &figure;
  return nullptr;
}

Json data_of(const Page& page, const std::string& id) {
  return Json::parse(figure(page, id)->spec)["data"]["values"];
}

std::string value_of(const PageCell& cell, const std::string& name) {
  for (const auto& [key, value] : cell.data)
    if (key == name) return value;
  return "";
}

TEST(Page, VerdictComesFirstInTheSentencesOfTheOtherReports) {
  const trace::Result result = whole_result();
  const Page page = page_of(result);
  ASSERT_EQ(page.sections.front().id, "verdict");
  const auto findings = findings_of(result);
  ASSERT_EQ(page.sections.front().sentences.size(), findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i)
    EXPECT_EQ(page.sections.front().sentences[i].sentence, findings[i].sentence);
  EXPECT_EQ(page.sections.front().notes, notes_of(result));
}

TEST(Page, EveryFigureHasItsNumbersBesideIt) {
  const Page page = page_of(whole_result());
  for (const char* id : {"times", "rates", "bounds", "path-figure", "phases", "pe-traffic", "nics"}) {
    ASSERT_NE(figure(page, id), nullptr) << id;
    const Json spec = Json::parse(figure(page, id)->spec);
    EXPECT_FALSE(spec["data"]["values"].empty()) << id;
    EXPECT_GT(spec["description"].get<std::string>().size(), 10U) << id;
    EXPECT_FALSE(figure(page, id)->caption.empty()) << id;
  }
  EXPECT_EQ(figure(page, "predictions"), nullptr);
}

TEST(Page, WhatNobodyCountedHasNoFigure) {
  const Page page = page_of(made::duel({{8, 2'000, 1'000}}));
  for (const char* id : {"rates", "bounds", "path-figure", "phases", "pe-traffic", "nics", "predictions"})
    EXPECT_EQ(figure(page, id), nullptr) << id;
  ASSERT_NE(figure(page, "times"), nullptr);
  EXPECT_EQ(section(page, "path"), nullptr);
}

TEST(Page, RatesAreBytesOfAnIterationOverItsTime) {
  trace::Result result = whole_result();
  // 4,000 bytes in two iterations of 1,000 ns.
  result.rows[3].samples_ps = {1'000'000, 1'000'000};
  const Page page = page_of(result);
  const Json data = data_of(page, "rates");
  EXPECT_EQ(data[3]["y"], 2'000'000'000);
  EXPECT_EQ(data[3]["text"], "2.00 GB/s");
}

TEST(Page, PartsOfACriticalPathLieEndToEnd) {
  const trace::Result result = whole_result();
  const Page page = page_of(result);
  std::int64_t end = 0;
  for (const Json& part : data_of(page, "path-figure")) {
    if (part["choice"] != 0 || part["c"] != "a") continue;
    EXPECT_EQ(part["begin"], end);
    end = part["end"];
  }
  EXPECT_EQ(end, result.rows[0].critical_path_total_ps);
}

TEST(Page, CriticalPathTableAddsUpCellByCell) {
  const trace::Result result = whole_result();
  const Page page = page_of(result);
  const PageTable& table = section(page, "path")->tables.front();
  std::vector<std::int64_t> sums(result.rows.size());
  std::vector<std::int64_t> totals(result.rows.size());
  for (const PageLine& line : table.lines)
    for (const PageCell& cell : line.cells)
      if (const std::string row = value_of(cell, "row"); !row.empty())
        (line.total ? totals : sums)[std::stoul(row)] += std::stoll(value_of(cell, "value"));
  EXPECT_EQ(sums, totals);
  for (std::size_t i = 0; i < totals.size(); ++i) EXPECT_EQ(totals[i], result.rows[i].critical_path_total_ps);
}

TEST(Page, ComparisonHasEveryRowWithItsRatio) {
  const trace::Result result = whole_result();
  const Page page = page_of(result);
  const PageTable& table = section(page, "comparison-section")->tables.front();
  ASSERT_EQ(table.lines.size(), result.rows.size());
  // Rows of one place stand together: a and b with 8 bytes.
  EXPECT_EQ(table.lines[1].row, 3U);
  const auto ratio = std::ranges::find_if(table.lines[1].cells,
                                          [](const PageCell& c) { return value_of(c, "column") == "ratio"; });
  EXPECT_EQ(value_of(*ratio, "value"), "0.50");
  EXPECT_EQ(ratio->text, "0.50x");
  for (const PageLine& line : table.lines) EXPECT_EQ(line.cells.size(), table.columns.size());
}

TEST(Page, SpreadHasColumnsWhereIterationsDiffer) {
  trace::Result result = whole_result();
  const auto titles = [&] {
    const Page page = page_of(result);
    std::string all;
    for (const PageColumn& column : section(page, "comparison-section")->tables.front().columns)
      all += column.title + " ";
    return all;
  };
  EXPECT_EQ(titles(), "bytes signalling p50 ratio bound verified dominated by ");
  result.rows[0].samples_ps = {2'000'000, 3'000'000};
  EXPECT_EQ(titles(), "bytes signalling p50 p99 min max ratio bound verified dominated by ");
}

TEST(Page, SizesAreOnALogarithmicAxisOfTwos) {
  const Page page = page_of(whole_result());
  const Json x = Json::parse(figure(page, "times")->spec)["encoding"]["x"];
  EXPECT_EQ(x["scale"]["type"], "log");
  EXPECT_EQ(x["scale"]["base"], 2);
  EXPECT_EQ(x["title"], "bytes");
}

TEST(Page, ARowWithoutAxesIsAFigureOfOneDot) {
  const Page page = page_of(made::result({made::row({}, 5'000'000)}));
  ASSERT_EQ(data_of(page, "times").size(), 1U);
  EXPECT_EQ(data_of(page, "times")[0]["c"], "this run");
}

TEST(Page, LoadOfNicsIsTheLargestOverTheMean) {
  const PageTable* table = nullptr;
  const Page page = page_of(whole_result());
  for (const PageTable& each : section(page, "traffic")->tables)
    if (each.id == "nic-load") table = &each;
  ASSERT_NE(table, nullptr);
  std::string out;
  for (const PageCell& cell : table->lines.front().cells)
    if (value_of(cell, "column") == "out_max_over_mean") out = cell.text;
  EXPECT_EQ(out, "1.50x");
}

TEST(Page, ManyPlacesAreShownInPartAndComparedInFull) {
  std::vector<made::Times> places;
  for (std::int64_t i = 1; i <= 100; ++i) places.push_back({i, 1'000 + i, 2'000});
  trace::Result result = made::duel(places);
  for (trace::Row& row : result.rows) {
    row.critical_path = {{"nic.wire", row.samples_ps[0], 1}};
    row.critical_path_total_ps = row.samples_ps[0];
  }
  const Page page = page_of(result);
  EXPECT_EQ(section(page, "comparison-section")->tables.front().lines.size(), 200U);
  EXPECT_EQ(figure(page, "path-figure")->choices.size(), 12U);
  EXPECT_EQ(figure(page, "path-figure")->choices.back(), "bytes 100");
  EXPECT_TRUE(test::holds(section(page, "path")->text.front(), "12 of 100 places"));
}

TEST(Page, NumbersOfAnySizeMakeAPage) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{1}, most}) {
    trace::Result result = whole_result();
    for (trace::Row& row : result.rows) {
      row.pes = row.predicted_p50_ps = number;
      row.samples_ps = {number, row.samples_ps[0]};
      row.bound_ps = std::min<std::int64_t>(number, 1);
      row.critical_path = {{"nic.wire", number, number}};
      row.critical_path_total_ps = number;
      row.pe_traffic = {.pes_per_cell = std::max<std::int64_t>(number, 1),
                        .bytes = {{number, number}, {number, number}}};
      row.nics = {{number, number, number, number, number, number}, {0, 0, number, 0, 0, 0}};
      row.phases = {{number, "issue", 0, number}};
    }
    EXPECT_GE(page_of(result).sections.size(), 4U) << number;
  }
}

TEST(Page, WordsOfItsRowsAreExplainedAtItsEnd) {
  trace::Result result = whole_result();
  result.rows[0].critical_path[0].item = "nic.port_queue";
  const Page page = page_of(result);
  EXPECT_EQ(page.sections.back().id, "words");
  std::vector<std::string> names;
  for (const PageWord& word : page.sections.back().words) {
    names.push_back(word.name);
    EXPECT_EQ(word.lines.size(), 3U) << word.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"agent.build", "nic.port_queue", "latency"}));
}

TEST(Html, AWordLeadsToItsMeaningAndKeysStopOnceInATable) {
  trace::Result result = whole_result();
  for (trace::Row& row : result.rows) row.counters = {{"puts", 1}};
  result.rows[0].layers = {"Striped(4 rails from 131072 bytes)", "SoftAtomics"};
  const std::string page = to_html(result);
  const auto times = [&](const std::string& text) {
    std::size_t found = 0;
    for (auto at = page.find(text); at != page.npos; at = page.find(text, at + 1)) ++found;
    return found;
  };
  for (const char* word : {"agent.build", "puts", "Striped", "SoftAtomics"}) {
    EXPECT_EQ(times(fmt::format("<dd id=\"word-{}\">", word)), 1U) << word;
    EXPECT_TRUE(test::holds(
        page, fmt::format("<a class=\"word\" href=\"#word-{0}\" aria-describedby=\"word-{0}\">{0}</a>", word)))
        << word;
  }
  // Three places: the first is a stop of the table, the others are not.
  const std::string again = "href=\"#word-puts\" aria-describedby=\"word-puts\" tabindex=\"-1\">";
  EXPECT_EQ(times(again), 2U);
}

TEST(Html, NamesThatLookLikeWordsStayNamesAndUnknownWordsAreNone) {
  trace::Result result = whole_result();
  for (trace::Row& row : result.rows)
    for (auto& [axis, value] : row.axes)
      if (value == "a" || value == "8") value = "agent.build";
  const std::string page = to_html(result);
  EXPECT_TRUE(test::holds(page, "<span class=\"mark mark-0\">agent.build</span>"));
  EXPECT_TRUE(test::holds(page, " data-value=\"agent.build\">agent.build</td>"));
  EXPECT_FALSE(test::holds(page, "#word-nic.wire"));
}

TEST(Html, PolicyAllowsOnlyWhatIsNamedByItsHash) {
  const std::string page = to_html(whole_result());
  const auto begin = page.find("default-src");
  const std::string policy = page.substr(begin, page.find("\">", begin) - begin);
  EXPECT_TRUE(test::holds(policy, "default-src 'none'; script-src 'sha256-"));
  for (const char* loose : {"unsafe", "http", "data:", "blob:", "*", "self"})
    EXPECT_FALSE(test::holds(policy, loose)) << loose;
}

TEST(Html, NamesAreEscapedInTextAttributesAndScripts) {
  trace::Result result = whole_result();
  const std::string name = "</script><b>\"'&";
  result.scenario = result.description = name;
  for (trace::Row& row : result.rows) row.axes[0].second += name;
  const std::string page = to_html(result);
  EXPECT_FALSE(test::holds(page, name));
  EXPECT_FALSE(test::holds(page, "<b>"));
  EXPECT_TRUE(test::holds(page, "<title>&lt;/script&gt;&lt;b&gt;&quot;'&amp;</title>"));
}

TEST(Html, EqualRunsOnOtherMachinesGiveEqualPagesInVirtualTime) {
  const trace::Result result = whole_result();
  trace::Result elsewhere = result;
  elsewhere.host = {"Darwin", "clang 14", 96, result.host.ginlab, "2026-02-02T02:02:02Z", 99};
  EXPECT_EQ(to_html(elsewhere), to_html(result));
}

TEST(Html, AResultWithoutRowsIsAPageWithoutFigures) {
  const std::string page = to_html(made::result({}));
  EXPECT_TRUE(test::holds(page, "The result has no rows"));
  EXPECT_FALSE(test::holds(page, "<figure"));
  EXPECT_LT(page.size(), 40'000U);
}

}  // namespace
}  // namespace gin::reports
