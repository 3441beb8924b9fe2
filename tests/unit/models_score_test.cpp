#include "models/score.hpp"

#include <gtest/gtest.h>

namespace gin::models {
namespace {

// Off by 0, 10, 20, 30 and 100 %.
const std::vector<Scored> five = {{"a", 10, 10}, {"a", 20, 22}, {"a", 30, 24}, {"b", 100, 130}, {"b", 105, 210}};

TEST(Score, MedianAndNinetiethPercentileAreOfTheAbsoluteErrors) {
  const Score sum = score(five);
  EXPECT_EQ(sum.count, 5U);
  EXPECT_EQ(sum.median, 200);
  EXPECT_EQ(sum.p90, 1000);
}

TEST(Score, TheWorstIsBeyondTheNinetiethPercentile) {
  std::vector<Scored> twenty;
  for (std::int64_t off = 1; off <= 20; ++off) twenty.push_back({"", 1000, 1000 - off});
  EXPECT_EQ(score(twenty).p90, 18);
  EXPECT_EQ(score(twenty).worst, 20);
}

TEST(Score, OnlyFiguresOfOneGroupThatDifferByMoreThanATenthAreInOrderOrNot) {
  const Score sum = score(five);
  EXPECT_EQ(sum.pairs, 3);  // all of a; those of b are 5 % apart
  EXPECT_EQ(sum.right, 3);
  std::vector<Scored> swapped = five;
  std::swap(swapped[0].predicted, swapped[1].predicted);
  EXPECT_EQ(score(swapped).right, 2);
}

TEST(Score, EqualPredictionsForDifferentFiguresAreInNoOrder) {
  const std::vector<Scored> flat = {{"a", 10, 15}, {"a", 20, 15}};
  EXPECT_EQ(score(flat).right, 0);
}

TEST(Score, ErrorsAreRoundedToTheNearestThousandthOnBothSides) {
  EXPECT_EQ((Scored{"", 3000, 3001}.off()), 0);
  EXPECT_EQ((Scored{"", 3000, 3002}.off()), 1);
  EXPECT_EQ((Scored{"", 3000, 2998}.off()), -1);
  EXPECT_EQ((Scored{"", 3000, 2999}.off()), 0);
}

TEST(Score, NothingScoresNothing) {
  EXPECT_EQ(score({}).count, 0U);
  EXPECT_EQ(score({}).pairs, 0);
}

TEST(Bounds, HoldTheMedianThePercentileAndTheOrderEach) {
  const Score at_the_edge{.count = 10, .median = 150, .p90 = 400, .pairs = 20, .right = 19};
  EXPECT_TRUE(within(at_the_edge));
  EXPECT_TRUE(within({}));
  Score beyond = at_the_edge;
  beyond.median = 151;
  EXPECT_FALSE(within(beyond));
  beyond = at_the_edge;
  beyond.p90 = 401;
  EXPECT_FALSE(within(beyond));
  beyond = at_the_edge;
  beyond.right = 18;
  EXPECT_FALSE(within(beyond));
}

TEST(Permuted, ExpectedValuesStayInTheirGroupAndPredictionsWhereTheyAre) {
  const std::vector<Scored> other = permuted(five, 3);
  std::int64_t sum_a = 0, sum_b = 0;
  for (std::size_t i = 0; i < five.size(); ++i) {
    EXPECT_EQ(other[i].predicted, five[i].predicted);
    (other[i].group == "a" ? sum_a : sum_b) += other[i].expected;
  }
  EXPECT_EQ(sum_a, 60);
  EXPECT_EQ(sum_b, 205);
}

TEST(Permuted, MakesAGoodScoreBad) {
  std::vector<Scored> exact;
  for (int i = 1; i <= 50; ++i) exact.push_back({"a", 10 * i, 10 * i});
  EXPECT_EQ(score(exact).median, 0);
  EXPECT_EQ(score(exact).right, score(exact).pairs);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Score chance = score(permuted(exact, seed));
    EXPECT_GT(chance.median, 300);
    EXPECT_LT(chance.right * 10, chance.pairs * 7);
  }
}

}  // namespace
}  // namespace gin::models
