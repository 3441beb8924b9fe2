#include "core/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace gin {
namespace {

TEST(SplitMix64, GivesThePublishedSequence) {
  std::uint64_t state = 1234567;
  EXPECT_EQ(splitmix64(state), 6457827717110365317U);
  EXPECT_EQ(splitmix64(state), 3203168211198807973U);
  EXPECT_EQ(splitmix64(state), 9817491932198370423U);
}

TEST(Random, GivesThePublishedSequenceOfItsGenerator) {
  Random random(Random::State{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {UINT64_C(11520), UINT64_C(0), UINT64_C(1509978240), UINT64_C(1215971899390074240)}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Random, EqualSeedsGiveEqualSequencesAndOthersDoNot) {
  Random a(7);
  Random b(7);
  Random c(8);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t drawn = a.next();
    EXPECT_EQ(drawn, b.next());
    EXPECT_NE(drawn, c.next());
  }
}

TEST(Random, BelowReachesEveryValueAboutEquallyOften) {
  Random random(1);
  std::vector<int> drawn(10);
  for (int i = 0; i < 100'000; ++i) ++drawn[random.below(10)];
  for (const int count : drawn) {
    EXPECT_GT(count, 9'600);
    EXPECT_LT(count, 10'400);
  }
}

// Without drawing again, a count of three quarters of the range would give every third value twice as often.
TEST(Random, BelowIsFairWhereTheCountNearlyFillsTheRange) {
  Random random(2);
  const std::uint64_t count = UINT64_C(3) << 62;
  int third = 0;
  for (int i = 0; i < 30'000; ++i) third += random.below(count) % 3 == 0 ? 1 : 0;
  EXPECT_GT(third, 9'600);
  EXPECT_LT(third, 10'400);
}

TEST(Random, WithinIncludesBothEndsAndTakesTheWholeRange) {
  Random random(3);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(random.within({.min = -2, .max = 2}));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(random.within({.min = 5, .max = 5}), 5);
  bool negative = false;
  bool positive = false;
  for (int i = 0; i < 64; ++i) {
    const std::int64_t drawn = random.within({.min = INT64_MIN, .max = INT64_MAX});
    negative = negative || drawn < 0;
    positive = positive || drawn > 0;
  }
  EXPECT_TRUE(negative && positive);
}

TEST(Random, ChanceKeepsItsOdds) {
  Random random(4);
  int hits = 0;
  for (int i = 0; i < 40'000; ++i) hits += random.chance({.parts = 1, .whole = 4}) ? 1 : 0;
  EXPECT_GT(hits, 9'600);
  EXPECT_LT(hits, 10'400);
  EXPECT_FALSE(random.chance({.parts = 0, .whole = 4}));
  EXPECT_TRUE(random.chance({.parts = 4, .whole = 4}));
}

TEST(Random, ShuffleKeepsEveryItemAndReachesEveryOrder) {
  Random random(5);
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 500; ++i) {
    std::vector<int> items = {1, 2, 3, 4};
    random.shuffle(std::span(items));
    orders.insert(items);
  }
  EXPECT_EQ(orders.size(), 24u);
}

TEST(Random, StreamsOfOneSeedDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t number = 0; number < 30; ++number)
      seeds.insert(derived_seed({.seed = seed, .number = number}));
  }
  EXPECT_EQ(seeds.size(), 900u);
}

}  // namespace
}  // namespace gin
