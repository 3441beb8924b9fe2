// Known curves with a known crossing are found, sentences turn around with the data, and what is not known is not
// said.
#include "reports/verdicts/crossover.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "reports/base/ladder.hpp"
#include "reports/verdicts/findings.hpp"
#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

using made::ns;

std::string only_sentence(const trace::Result& result) {
  const auto sentences = crossover_sentences(result);
  return sentences.size() == 1 ? sentences.front() : std::to_string(sentences.size()) + " sentences";
}

/// The same result with the two contestants' data exchanged.
trace::Result swapped(trace::Result result) {
  const auto half = static_cast<std::ptrdiff_t>(result.rows.size() / 2);
  for (auto a = result.rows.begin(), b = a + half; b != result.rows.end(); ++a, ++b)
    std::swap(a->samples_ps, b->samples_ps);
  return result;
}

std::string with_names_exchanged(std::string text) {
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos; at += 3)
    text[at + 1] = text[at + 1] == 'a' ? 'b' : 'a';
  return text;
}

/// Samples around each time, so that they spread; the time itself stays the p50.
trace::Result spread(trace::Result result, std::int64_t ps) {
  for (trace::Row& row : result.rows) {
    const std::int64_t middle = row.samples_ps.front();
    row.samples_ps.clear();
    for (std::int64_t step = -5; step <= 5; ++step) row.samples_ps.push_back(middle + step * ps / 5);
  }
  return result;
}

TEST(Crossover, LiesWhereStraightLinesMeet) {
  EXPECT_EQ(only_sentence(made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'500}, {512, 2'000, 1'000}})),
            "The lead passes from `a` to `b` at about bytes 213, between 64 and 512 for certain.");
}

TEST(Crossover, AValueIsRoundedOnce) {
  // 1.924528...: rounded to 1.925 first it would become 1.93.
  EXPECT_EQ(only_sentence(made::duel({{1, 1'020, 2'000}, {2, 1'100, 1'020}})),
            "The lead passes from `a` to `b` at about bytes 1.92, between 1 and 2 for certain.");
}

TEST(Crossover, ALevelStretchWidensTheInterval) {
  EXPECT_EQ(only_sentence(made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'010}, {512, 2'000, 1'000}})),
            "The lead passes from `a` to `b` at about bytes 68.4, between 8 and 512 for certain.");
  EXPECT_EQ(only_sentence(made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'000}, {512, 2'000, 1'000}})),
            "The lead passes from `a` to `b` at about bytes 64, between 8 and 512 for certain.");
}

TEST(Crossover, WhereLevelContestantsMeetMoreThanOnceNoSingleValueIsNamed) {
  EXPECT_EQ(only_sentence(made::duel({{1, 1'000, 2'000}, {2, 1'010, 1'000}, {3, 1'000, 1'010}, {4, 2'000, 1'000}})),
            "The lead passes from `a` to `b` between bytes 1 and 4 for certain; where in between cannot be told.");
  EXPECT_EQ(only_sentence(made::duel({{1, 1'000, 2'000}, {2, 1'000, 1'000}, {3, 1'000, 1'000}, {4, 2'000, 1'000}})),
            "The lead passes from `a` to `b` between bytes 1 and 4 for certain; where in between cannot be told.");
}

TEST(Crossover, SeveralHaveASentenceEach) {
  EXPECT_EQ(
      crossover_sentences(made::duel({{1, 1'000, 2'000}, {3, 2'000, 1'000}, {5, 1'000, 2'000}})),
      (std::vector<std::string>{"The lead passes from `a` to `b` at about bytes 2, between 1 and 3 for certain.",
                                "The lead passes from `b` to `a` at about bytes 4, between 3 and 5 for certain."}));
}

TEST(Crossover, NoneHasItsSentenceToo) {
  const auto led = made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'010}, {512, 1'000, 2'000}});
  EXPECT_TRUE(crossover_sentences(led).empty());
  EXPECT_EQ(no_crossover_sentences(led),
            std::vector<std::string>{"Along bytes 8 to 512 nobody passes `a`: there is no crossover."});
  const auto level = made::duel({{8, 1'000, 1'010}, {64, 1'010, 1'000}});
  EXPECT_TRUE(crossover_sentences(level).empty());
  EXPECT_EQ(no_crossover_sentences(level),
            std::vector<std::string>{"Along bytes 8 to 64 nobody leads alone: there is no crossover."});
  EXPECT_TRUE(no_crossover_sentences(made::duel({{8, 1'000, 2'000}, {64, 2'000, 1'000}})).empty());
}

TEST(Crossover, ValuesCountAsNumbersWhateverTheirOrder) {
  EXPECT_EQ(only_sentence(made::duel({{512, 2'000, 1'000}, {8, 1'000, 2'000}, {64, 1'000, 1'500}})),
            "The lead passes from `a` to `b` at about bytes 213, between 64 and 512 for certain.");
}

TEST(Crossover, OneSampleOnAWallClockIsNotCertain) {
  auto result = made::duel({{8, 1'000, 2'000}, {64, 2'000, 1'000}});
  result.clock = "wall";
  EXPECT_EQ(only_sentence(result),
            "The lead passes from `a` to `b` at about bytes 36, between 8 and 64 by p50 alone.");
}

TEST(Crossover, SamplesThatSpreadSayHowSureItIs) {
  const auto clear = spread(made::duel({{8, 1'000, 2'000}, {64, 2'000, 1'000}}), 200 * ns);
  EXPECT_EQ(
      only_sentence(clear),
      "The lead passes from `a` to `b` at about bytes 36, between 8 and 64 in 1,000 of 1,000 resamples, nine of "
      "ten of these between 33.1 and 38.9.");
  const auto blurred = spread(made::duel({{8, 1'000, 1'100}, {64, 1'100, 1'000}}), 600 * ns);
  const auto courses = courses_of(blurred);
  ASSERT_EQ(courses.size(), 1U);
  ASSERT_EQ(courses[0].crossovers.size(), 1U);
  EXPECT_GT(courses[0].crossovers[0].samples->turned, 0);
  EXPECT_LT(courses[0].crossovers[0].samples->turned, 900);
}

TEST(Crossover, PlacesThatAgreeAreToldTogether) {
  std::vector<trace::Row> rows;
  for (const char* who : {"a", "b"}) {
    for (const char* bytes : {"8", "64"}) {
      for (const char* scope : {"thread", "warp", "block"}) {
        const bool b_ahead = std::string(bytes) == "64" && std::string(scope) != "thread";
        rows.push_back(made::row({{"who", who}, {"bytes", bytes}, {"scope", scope}},
                                 ((who[0] == 'b') == b_ahead ? 1'000 : 3'000) * ns));
      }
    }
  }
  EXPECT_EQ(only_sentence(made::result(rows)),
            "With scope warp and block, the lead passes from `a` to `b` at about bytes 36, between 8 and 64 for "
            "certain.");
  EXPECT_EQ(
      no_crossover_sentences(made::result(rows)),
      std::vector<std::string>{"With scope thread, along bytes 8 to 64 nobody passes `a`: there is no crossover."});
}

TEST(Crossover, OfThreeOnlyWhoLeadsCounts) {
  std::vector<trace::Row> rows;
  const auto add = [&](const char* who, const char* bytes, std::int64_t p50) {
    rows.push_back(made::row({{"who", who}, {"bytes", bytes}}, p50 * ns));
  };
  add("a", "0", 1'000), add("a", "10", 3'000), add("b", "0", 3'000), add("b", "10", 1'000);
  add("c", "0", 3'000), add("c", "10", 3'500);
  EXPECT_EQ(only_sentence(made::result(rows)),
            "The lead passes from `a` to `b` at about bytes 5, between 0 and 10 for certain.");
}

TEST(Crossover, RowsWithWrongDataTakeNoPart) {
  auto result = made::duel({{8, 1'000, 2'000}, {64, 2'000, 1'000}, {512, 2'000, 1'000}});
  result.rows[1].verified = false;
  EXPECT_EQ(only_sentence(result),
            "The lead passes from `a` to `b` at about bytes 260, between 8 and 512 for certain.");
}

TEST(Crossover, TimesAndValuesOfAnySizeDoNotOverflow) {
  auto result = made::duel({{0, 1, 2}, {100'000'000'000'000, 2, 1}});
  result.rows[0].samples_ps = result.rows[3].samples_ps = {1};
  result.rows[1].samples_ps = result.rows[2].samples_ps = {INT64_MAX};
  EXPECT_EQ(only_sentence(result),
            "The lead passes from `a` to `b` at about bytes 50000000000000, between 0 and 100000000000000 for "
            "certain.");
}

/// Straight lines that meet at `meet`: b takes `slope` more for each unit below it, and less above.
struct Lines {
  std::vector<std::int64_t> values;
  std::int64_t meet = 0;
  std::vector<made::Times> times;
};

Lines any_lines() {
  Lines lines;
  auto values = *rc::gen::unique<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 1'000'000));
  values.push_back(0);
  values.push_back(1'000'000);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  lines.meet = *rc::gen::inRange<std::int64_t>(200'000, 800'000);
  const std::int64_t slope = *rc::gen::inRange<std::int64_t>(1, 1'000);
  const std::int64_t own = *rc::gen::inRange<std::int64_t>(0, 100);
  const std::int64_t base = 1'000'000 * slope;
  for (const std::int64_t x : values) {
    const std::int64_t a = base + own * x;
    lines.times.push_back({.bytes = x, .a_ns = a, .b_ns = a + slope * (lines.meet - x)});
  }
  lines.values = std::move(values);
  return lines;
}

RC_GTEST_PROP(Crossover, AKnownCrossingOfStraightLinesIsFoundExactly, ()) {
  const Lines lines = any_lines();
  const auto courses = courses_of(made::duel(lines.times));
  RC_ASSERT(courses.size() == 1U);
  // The lines may be level at an end where both are long.
  if (courses[0].crossovers.empty()) RC_DISCARD("level at an end");
  RC_ASSERT(courses[0].crossovers.size() == 1U);
  const Crossover& crossover = courses[0].crossovers[0];
  RC_ASSERT(crossover.from == "a" && crossover.to == "b");
  RC_ASSERT(std::stoll(crossover.before) <= lines.meet && lines.meet <= std::stoll(crossover.after));
  RC_ASSERT(crossover.at->part == lines.meet * Ladder::parts);
  RC_ASSERT(crossover.certain && !crossover.samples);
}

/// Any times at rising values, as a result whose samples spread by up to a fifth of the time.
trace::Result any_result() {
  const auto times = *rc::gen::container<std::vector<std::pair<std::int64_t, std::int64_t>>>(
      *rc::gen::inRange<std::size_t>(1, 7),
      rc::gen::pair(rc::gen::inRange<std::int64_t>(1'000, 1'300), rc::gen::inRange<std::int64_t>(1'000, 1'300)));
  std::vector<made::Times> places;
  for (const auto& [a, b] : times)
    places.push_back({.bytes = std::int64_t{8} << places.size(), .a_ns = a, .b_ns = b});
  const auto share = *rc::gen::inRange<std::int64_t>(0, 200);
  return share == 0 ? made::duel(places) : spread(made::duel(places), share * ns);
}

RC_GTEST_PROP(Crossover, ExchangedDataTurnsEverySentenceAround, ()) {
  const trace::Result result = any_result();
  std::vector<std::string> expected;
  for (const std::string& sentence : crossover_sentences(result))
    expected.push_back(with_names_exchanged(sentence));
  RC_ASSERT(crossover_sentences(swapped(result)) == expected);
}

RC_GTEST_PROP(Crossover, EqualDataHasNoneAndNoDifference, ()) {
  trace::Result result = any_result();
  const std::size_t half = result.rows.size() / 2;
  for (std::size_t i = 0; i < half; ++i) result.rows[half + i].samples_ps = result.rows[i].samples_ps;
  RC_ASSERT(crossover_sentences(result).empty());
  const auto findings = findings_of(result);
  RC_ASSERT(findings.size() == 1U);
  RC_ASSERT(test::holds(findings[0].sentence, "no difference to the picosecond"));
}

}  // namespace
}  // namespace gin::reports
