// Which number matters most, and which not at all.
#include "cli/sensitivity.hpp"

#include <gtest/gtest.h>

namespace gin::cli {
namespace {

Trial ran_to(std::int64_t p50_ps, bool same = false) {
  return {.value = "1", .why_not = "", .p50_ps = p50_ps, .same = same};
}
Trial refused_trial() {
  return {.value = "", .why_not = "refused"};
}
RowTrials row_of(const Trial& less, const Trial& more) {
  return {.base = {}, .less = less, .more = more};
}

std::string lots_of(const Ranking& ranking) {
  std::string text;
  for (const Ranking::Mover& mover : ranking.changing)
    text += std::to_string(mover.number) + " in " + std::to_string(mover.row) + ", ";
  text += "nothing:";
  for (const std::size_t number : ranking.changing_nothing) text += " " + std::to_string(number);
  text += ", not varied:";
  for (const std::size_t number : ranking.not_varied) text += " " + std::to_string(number);
  return text;
}

TEST(Ranking, TheLargerOfTheTwoChangesCountsWhateverItsSign) {
  const std::vector<Sensitivity> numbers = {{"a", {row_of(ran_to(990), ran_to(1020))}},
                                            {"b", {row_of(ran_to(900), ran_to(1001))}},
                                            {"c", {row_of(ran_to(1000), ran_to(1050))}}};
  EXPECT_EQ(lots_of(ranking_of(numbers, {1000})), "1 in 0, 2 in 0, 0 in 0, nothing:, not varied:");
}

TEST(Ranking, SharesAreComparedAndNotTimes) {
  // 20 of 1000 is more than 100 of 10000.
  const std::vector<Sensitivity> numbers = {
      {"a", {row_of(ran_to(1000), ran_to(1000)), row_of(ran_to(10'000), ran_to(10'100))}},
      {"b", {row_of(ran_to(1000), ran_to(1020)), row_of(ran_to(10'000), ran_to(10'100))}}};
  EXPECT_EQ(lots_of(ranking_of(numbers, {1000, 10'000})), "1 in 0, 0 in 1, nothing:, not varied:");
}

TEST(Ranking, EqualChangesStayInTheOrderOfTheTables) {
  const std::vector<Sensitivity> numbers = {{"a", {row_of(ran_to(990), ran_to(1000))}},
                                            {"b", {row_of(ran_to(1000), ran_to(1010))}}};
  EXPECT_EQ(lots_of(ranking_of(numbers, {1000})), "0 in 0, 1 in 0, nothing:, not varied:");
}

TEST(Ranking, ANumberChangesNothingWhenNoSampleOfNoRowMoves) {
  const RowTrials still = row_of(ran_to(1000, true), ran_to(1000, true));
  const std::vector<Sensitivity> numbers = {
      {"nothing", {still, still}},
      {"samples but no median", {still, row_of(ran_to(1000), ran_to(1000, true))}},
      {"a row", {still, row_of(ran_to(1001), ran_to(1000, true))}}};
  EXPECT_EQ(lots_of(ranking_of(numbers, {1000, 1000})), "2 in 1, 1 in 0, nothing: 0, not varied:");
}

TEST(Ranking, WhatWasNotRunIsNoChange) {
  const std::vector<Sensitivity> numbers = {{"neither", {row_of(refused_trial(), refused_trial())}},
                                            {"upwards only", {row_of(refused_trial(), ran_to(1000, true))}},
                                            {"downwards only", {row_of(ran_to(999), refused_trial())}}};
  EXPECT_EQ(lots_of(ranking_of(numbers, {1000})), "2 in 0, nothing: 1, not varied: 0");
}

TEST(TimeChange, IsSaidInHundredthsOfAPercent) {
  EXPECT_EQ(percent_text({.ps = 0, .base_ps = 1000}), "0 %");
  EXPECT_EQ(percent_text({.ps = 125, .base_ps = 10'000}), "+1.25 %");
  EXPECT_EQ(percent_text({.ps = -2000, .base_ps = 1000}), "-200.00 %");
  EXPECT_EQ(percent_text({.ps = 5, .base_ps = 100'000}), "+0.01 %");
  EXPECT_EQ(percent_text({.ps = -4, .base_ps = 100'000}), "-<0.01 %");
  EXPECT_EQ(percent_text({.ps = INT64_MAX, .base_ps = INT64_MAX}), "+100.00 %");
}

}  // namespace
}  // namespace gin::cli
