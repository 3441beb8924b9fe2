// Which sections a page has, and in which order a reader meets them.
#include "reports/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/glossary/glossary.hpp"
#include "reports/page/page_tables.hpp"
#include "reports/verdicts/cells.hpp"
#include "reports/verdicts/crossover.hpp"
#include "reports/verdicts/origin.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {
namespace {

/// What is shown item by item is shown for so many places; all rows stand in the comparison.
constexpr std::size_t detailed_places_max = 12;

PageSection verdict_section(const trace::Result& result) {
  PageSection section{.id = "verdict", .title = "Verdict"};
  section.sentences = failures_of(result);
  std::ranges::move(findings_of(result), std::back_inserter(section.sentences));
  section.notes = notes_of(result);
  return section;
}

void append(std::vector<PageFigure>& to, std::vector<PageFigure> from) {
  std::ranges::move(from, std::back_inserter(to));
}

PageSection comparison_section(const PageRows& rows) {
  PageSection section{.id = "comparison-section", .title = "Comparison"};
  section.tables.push_back(comparison_page_table(rows));
  section.notes = legend_of(rows.result);
  return section;
}

PageSection curves_section(const PageRows& rows) {
  PageSection section{.id = "curves", .title = "Times and rates", .figures = curve_figures(rows)};
  append(section.figures, prediction_figures(rows));
  return section;
}

/// Every numeric axis has its sentence here, be it that nothing changes along it.
PageSection crossover_section(const trace::Result& result) {
  PageSection section{.id = "crossovers", .title = "Where the lead changes"};
  for (const auto& sentences : {crossover_sentences(result), no_crossover_sentences(result)})
    for (const std::string& sentence : sentences) section.sentences.push_back({sentence});
  return section;
}

PageSection path_section(const PageRows& rows, const std::vector<const Group*>& some) {
  PageSection section{.id = "path", .title = "Where the time went"};
  PageTable table = critical_path_table(rows, some);
  if (table.lines.empty()) return section;
  if (some.size() < rows.groups.size())
    section.text.push_back(
        fmt::format("Item by item for {} of {} places, evenly between the first and the last; the comparison "
                    "has all rows.",
                    some.size(), rows.groups.size()));
  append(section.figures, path_figures(rows, some));
  section.tables.push_back(std::move(table));
  return section;
}

PageSection counted_section(const PageRows& rows, const std::vector<const Group*>& some) {
  PageSection section{
      .id = "traffic", .title = "What was sent and counted", .figures = pe_traffic_figures(rows, some)};
  append(section.figures, nic_figures(rows, some));
  if (PageTable nics = nic_table(rows, some); !nics.lines.empty()) section.tables.push_back(std::move(nics));
  PageTable table = counted_table(rows, some);
  if (!table.lines.empty()) section.tables.push_back(std::move(table));
  return section;
}

/// Empty where it would have to hold words that a shell could take for more than words.
std::string command_of(const trace::Result& result) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (result.rows.empty() || !std::ranges::all_of(result.backend, plain)) return "";
  const std::uint64_t seed = result.rows.front().seed;
  const bool one_seed = std::ranges::all_of(result.rows, [&](const trace::Row& row) { return row.seed == seed; });
  return fmt::format("ginlab run FILE --backend {}{}", result.backend,
                     one_seed ? fmt::format(" --seed {}", seed) : "");
}

PageSection again_section(const trace::Result& result) {
  PageSection section{.id = "again", .title = "To run it again"};
  section.lines = origin_of(result);
  section.command = command_of(result);
  if (!section.command.empty())
    section.text.emplace_back("FILE is the scenario's file; values that --set replaced have to be given again.");
  return section;
}

/// Whatever a row names, in the words of `ginlab explain`.
PageSection words_section(const trace::Result& result) {
  PageSection section{.id = "words", .title = "What the words mean"};
  for (const Known& word : words_of(result)) {
    std::string id = fmt::format("word-{}", word.term->name);
    std::ranges::replace(id, ' ', '-');
    const bool item = word.term->name.find('.') != std::string_view::npos;
    section.words.push_back({std::move(id), std::string(word.term->name), std::string(word.kind->one),
                             lines_of(word), item || word.kind->name == "layers"});
  }
  if (!section.words.empty())
    section.text.emplace_back(
        "ginlab explain WORD says the same, with the value and the source of each number in every shipped "
        "profile and stack.");
  return section;
}

bool says_something(const PageSection& section) {
  return !section.text.empty() || !section.sentences.empty() || !section.notes.empty() ||
         !section.figures.empty() || !section.tables.empty() || !section.lines.empty();
}

}  // namespace

Page page_of(const trace::Result& result) {
  Page page{.title = result.scenario, .description = result.description};
  page.facts = {
      {"backend", result.backend}, {"clock", result.clock}, {"rows", fmt::format("{}", result.rows.size())}};
  std::vector<PageSection> sections;
  sections.push_back(verdict_section(result));
  if (!result.rows.empty()) {
    const PageRows rows(result);
    const auto some = rows.some_groups(detailed_places_max);
    page.contestants = rows.contestants;
    page.facts.emplace_back("profile", over_rows(result, [](const trace::Row& row) { return row.profile; }));
    page.facts.emplace_back("stack", over_rows(result, [](const trace::Row& row) { return row.stack; }));
    page.facts.emplace_back("ginlab", result.host.ginlab);
    sections.push_back(comparison_section(rows));
    sections.push_back(curves_section(rows));
    sections.push_back(crossover_section(result));
    sections.push_back(path_section(rows, some));
    sections.push_back(
        {.id = "phases-section", .title = "What each PE was doing", .figures = phase_figures(rows, some)});
    sections.push_back(counted_section(rows, some));
    sections.push_back(again_section(result));
    sections.push_back(words_section(result));
  }
  std::ranges::copy_if(sections, std::back_inserter(page.sections), says_something);
  return page;
}

}  // namespace gin::reports
