// Verdicts and their sentences: a sentence must follow from the numbers and turn around with them.
#include "reports/verdicts/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reports/verdicts/findings.hpp"
#include "reports/verdicts/region.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

using made::ns;

/// All sentences of the verdict, details indented, one per line.
std::string sentences(const trace::Result& result) {
  std::string text;
  for (const Finding& finding : findings_of(result)) {
    text += finding.sentence + "\n";
    for (const std::string& detail : finding.details) text += "  " + detail + "\n";
  }
  return text;
}

TEST(Verdict, NeighbouringPlacesWithOneOutcomeAreOneSentence) {
  EXPECT_EQ(sentences(made::duel({{8, 1'000, 2'400}, {64, 1'000, 2'000}, {65'536, 1'000, 1'900}})),
            "`a` beats `b` 1.90 to 2.40 times for bytes 8 to 65536.\n");
}

TEST(Verdict, SwappedTimesTurnTheSentenceAround) {
  EXPECT_EQ(sentences(made::duel({{8, 2'400, 1'000}, {64, 1'900, 1'000}})),
            "`b` beats `a` 1.90 to 2.40 times for bytes 8 to 64.\n");
}

TEST(Verdict, EqualTimesAreNoDifference) {
  EXPECT_EQ(sentences(made::duel({{8, 1'000, 1'000}, {64, 2'000, 2'000}})),
            "`a` and `b` are level for bytes 8 to 64: no difference to the picosecond.\n");
  EXPECT_EQ(sentences(made::duel({{8, 1'000, 1'000}, {64, 2'000, 2'001}})),
            "`a` and `b` are level for bytes 8 to 64: p50 within 5 %.\n");
}

TEST(Verdict, FivePercentOfTheShorterTimeIsNoLongerLevel) {
  EXPECT_TRUE(level(Duration{1'000}, Duration{1'049}));
  EXPECT_TRUE(level(Duration{1'049}, Duration{1'000}));
  EXPECT_FALSE(level(Duration{1'000}, Duration{1'050}));
  EXPECT_FALSE(level(Duration{1'050}, Duration{1'000}));
  EXPECT_TRUE(level(Duration{0}, Duration{0}));
}

TEST(Verdict, AChangeOfLeadIsPlacedBetweenTwoValues) {
  EXPECT_EQ(sentences(made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'500}, {512, 2'000, 1'000}})),
            "`a` beats `b` 1.50 to 2.00 times for bytes 8 to 64.\n"
            "`b` beats `a` 2.00 times for bytes 512.\n"
            "The lead passes from `a` to `b` at about bytes 213, between 64 and 512 for certain.\n");
}

TEST(Verdict, ALevelStretchLiesInsideTheChangeOfLead) {
  EXPECT_EQ(sentences(made::duel({{8, 1'000, 2'000}, {64, 1'000, 1'000}, {512, 2'000, 1'000}})),
            "`a` beats `b` 2.00 times for bytes 8.\n"
            "`a` and `b` are level for bytes 64: no difference to the picosecond.\n"
            "`b` beats `a` 2.00 times for bytes 512.\n"
            "The lead passes from `a` to `b` at about bytes 64, between 8 and 512 for certain.\n");
}

TEST(Verdict, AnAxisOfNamesHasNoBetween) {
  auto result = made::duel({{1, 1'000, 2'000}, {2, 2'000, 1'000}});
  for (trace::Row& row : result.rows) row.axes[1] = {"scope", row.axes[1].second == "1" ? "thread" : "warp"};
  EXPECT_EQ(sentences(result),
            "`a` beats `b` 2.00 times for scope thread.\n"
            "`b` beats `a` 2.00 times for scope warp.\n");
}

TEST(Verdict, OfSeveralAxesTheOneThatExplainsTheOutcomeSplitsTheSentences) {
  std::vector<trace::Row> rows;
  for (const char* who : {"a", "b"}) {
    for (const char* bytes : {"8", "64"}) {
      for (const char* scope : {"thread", "warp", "block"}) {
        // b is ahead with blocks only, whatever the size.
        const bool ahead = (who[0] == 'b') == (std::string(scope) == "block");
        rows.push_back(made::row({{"who", who}, {"bytes", bytes}, {"scope", scope}}, (ahead ? 1'000 : 3'000) * ns));
      }
    }
  }
  EXPECT_EQ(sentences(made::result(rows)),
            "`a` beats `b` 3.00 times for bytes 8 to 64, scope thread and warp.\n"
            "`b` beats `a` 3.00 times for bytes 8 to 64, scope block.\n");
}

TEST(Verdict, ACrossingThatDependsOnAnotherAxisNamesItsValue) {
  std::vector<trace::Row> rows;
  for (const char* who : {"a", "b"}) {
    for (const char* bytes : {"8", "64"}) {
      for (const char* scope : {"thread", "warp"}) {
        // b is ahead for large messages of warps only.
        const bool b_ahead = std::string(bytes) == "64" && std::string(scope) == "warp";
        rows.push_back(made::row({{"who", who}, {"bytes", bytes}, {"scope", scope}},
                                 ((who[0] == 'b') == b_ahead ? 1'000 : 3'000) * ns));
      }
    }
  }
  EXPECT_EQ(sentences(made::result(rows)),
            "`a` beats `b` 3.00 times for bytes 8 to 64, scope thread.\n"
            "`a` beats `b` 3.00 times for bytes 8, scope warp.\n"
            "`b` beats `a` 3.00 times for bytes 64, scope warp.\n"
            "With scope warp, the lead passes from `a` to `b` at about bytes 36, between 8 and 64 for certain.\n");
}

TEST(Verdict, OfThreeTheBestIsNamedAndEachOtherIsHeldAgainstIt) {
  EXPECT_EQ(
      sentences(made::result({made::row({{"stack", "x"}}, 3'000 * ns), made::row({{"stack", "y"}}, 1'000 * ns),
                              made::row({{"stack", "z"}}, 1'500 * ns)})),
      "`y` is best.\n"
      "  `x` takes 3.00 times as long.\n"
      "  `z` takes 1.50 times as long.\n");
  EXPECT_EQ(
      sentences(made::result({made::row({{"stack", "x"}}, 1'010 * ns), made::row({{"stack", "y"}}, 1'000 * ns),
                              made::row({{"stack", "z"}}, 1'500 * ns)})),
      "`x` and `y` are level and best.\n"
      "  `z` takes 1.50 times as long.\n");
}

TEST(Verdict, NumbersAsContestantsCarryTheNameOfTheirAxis) {
  EXPECT_EQ(
      sentences(made::result({made::row({{"queues", "1"}}, 3'000 * ns), made::row({{"queues", "4"}}, 1'000 * ns)})),
      "`queues 4` beats `queues 1` 3.00 times.\n");
}

TEST(Verdict, TheItemThatDiffersMostExplainsTheDifference) {
  const auto result =
      made::result({made::row({{"who", "a"}}, 900, {{"nic.wire", 600, 2}, {"gpu.build", 300, 1}}),
                    made::row({{"who", "b"}}, 5'000,
                              {{"nic.acknowledge", 3'200, 1}, {"gpu.build", 1'200, 4}, {"nic.wire", 600, 2}})});
  const auto verdicts = verdicts_of(result);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0].leaders, std::vector<std::string>{"a"});
  ASSERT_TRUE(verdicts[0].trailing.at(0).cause.has_value());
  EXPECT_EQ(verdicts[0].trailing[0].cause->item, "nic.acknowledge");
  EXPECT_EQ(verdicts[0].trailing[0].cause->ps, 3'200);
  EXPECT_EQ(verdicts[0].trailing[0].cause->of_ps, 4'100);
  EXPECT_EQ(sentences(result),
            "`a` beats `b` 5.56 times; most of the difference is nic.acknowledge (3.20 ns of 4.10 ns).\n");
}

TEST(Verdict, ACauseThatOtherItemsPartlyWinBackSaysSo) {
  EXPECT_EQ(sentences(made::result({made::row({{"who", "a"}}, 1'000, {{"nic.wire", 1'000, 1}}),
                                    made::row({{"who", "b"}}, 2'000, {{"proxy.post", 2'000, 1}})})),
            "`a` beats `b` 2.00 times; most of the difference is proxy.post (2.00 ns, cut to 1.00 ns by savings "
            "elsewhere).\n");
}

TEST(Verdict, CausesThatDifferAlongARegionAreBothNamed) {
  const auto who = [](const char* name, const char* bytes) {
    return std::vector<std::pair<std::string, std::string>>{{"who", name}, {"bytes", bytes}};
  };
  EXPECT_EQ(
      sentences(made::result({made::row(who("a", "8"), 500, {{"nic.wire", 500, 1}}),
                              made::row(who("a", "64"), 500, {{"nic.wire", 500, 1}}),
                              made::row(who("b", "8"), 900, {{"nic.wire", 500, 1}, {"proxy.post", 400, 1}}),
                              made::row(who("b", "64"), 900, {{"nic.wire", 900, 1}})})),
      "`a` beats `b` 1.80 times for bytes 8 to 64; most of the difference is proxy.post at bytes 8 (400 ps of "
      "400 ps) and nic.wire at bytes 64 (400 ps of 400 ps).\n");
}

TEST(Verdict, CriticalPathsThatContradictTheMediansExplainNothing) {
  auto result = made::result({made::row({{"who", "a"}}, 1'000, {{"nic.wire", 3'000, 1}}),
                              made::row({{"who", "b"}}, 2'000, {{"nic.wire", 2'000, 1}})});
  EXPECT_EQ(sentences(result), "`a` beats `b` 2.00 times.\n");
}

TEST(Verdict, ARowWithWrongDataWinsNothing) {
  auto result = made::duel({{8, 1'000, 2'000}, {64, 1'000, 2'000}});
  result.rows[0].verified = false;
  result.rows[0].mismatch = "PE 1, byte 3: expected 7, got 0";
  EXPECT_EQ(sentences(result), "`a` beats `b` 2.00 times for bytes 64.\n");
  const auto failures = failures_of(result);
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].sentence.find("**WRONG DATA** in 1 of 4 rows."), 0U);
  EXPECT_EQ(failures[0].details,
            std::vector<std::string>{"signalling a, bytes 8: PE 1, byte 3: expected 7, got 0"});
}

TEST(Verdict, PhantomPayloadIsNoFailureButAMismatchInItIs) {
  auto result = made::duel({{8, 1'000, 2'000}});
  for (trace::Row& row : result.rows) {
    row.payload = "phantom";
    row.verified = false;
  }
  EXPECT_TRUE(failures_of(result).empty());
  result.rows[1].mismatch = "signal 0: expected 1, got 2";
  EXPECT_EQ(failures_of(result).size(), 1U);
  result.rows[1].mismatch = "";
  result.rows[0].payload = "real";
  EXPECT_EQ(failures_of(result).at(0).details.size(), 1U);
}

TEST(Verdict, ALoneRowSaysWhatItTookAndWhatDominatedIt) {
  EXPECT_EQ(sentences(made::result(
                {made::row({}, 4'030'000, {{"nic.wire", 2'500'000, 2}, {"gpu.build", 1'530'000, 1}})})),
            "p50 is 4.03 us (p99 4.03 us, max 4.03 us); most of it is nic.wire (2.50 us, 62 %).\n");
}

/// `a` takes 1 us, `b` two, and the one named in `imagined` is on nobody's list.
trace::Result with_imagined(const std::vector<std::string>& imagined) {
  trace::Result result = made::duel({{8, 1'000, 2'000}, {64, 1'000, 2'500}});
  for (trace::Row& row : result.rows)
    if (std::ranges::find(imagined, row.axes.front().second) != imagined.end())
      row.not_offered = {"stack lean has no path gpu"};
  return result;
}

TEST(Verdict, WhatNobodyOffersIsToldAndNotRecommended) {
  EXPECT_EQ(
      sentences(with_imagined({"a"})),
      "`b` is the only one on offer for bytes 8 to 64.\n"
      "  `a` is not offered (stack lean has no path gpu); it would take 0.40 to 0.50 times as long as the best "
      "that is.\n");
  for (const Verdict& verdict : verdicts_of(with_imagined({"a"}))) EXPECT_EQ(verdict.leaders.front(), "b");
}

TEST(Verdict, WhereNothingIsOnOfferItSaysSoFirst) {
  EXPECT_EQ(sentences(with_imagined({"a", "b"})),
            "Of what nobody offers: `a` beats `b` 2.00 to 2.50 times for bytes "
            "8 to 64.\n");
}

TEST(Verdict, WhatNobodyOffersTakesNoPartInACrossover) {
  trace::Result result = made::duel({{8, 1'000, 2'000}, {64, 3'000, 2'000}});
  for (trace::Row& row : result.rows)
    if (row.axes.front().second == "a") row.not_offered = {"stack lean has no path gpu"};
  EXPECT_EQ(sentences(result).find("The lead passes"), std::string::npos) << sentences(result);
}

}  // namespace
}  // namespace gin::reports
