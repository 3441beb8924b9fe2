#include "core/env/adversary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace gin {
namespace {

using Moment = Adversary::Moment;

std::vector<Duration> draws(const Adversary& adversary, std::uint64_t who, std::uint64_t count = 2000) {
  std::vector<Duration> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(adversary.late({Moment::flight, who, i}));
  return all;
}

TEST(AdversaryDraws, AreNothingWhereItIsOff) {
  for (const Duration late : draws(Adversary({}), 7)) EXPECT_EQ(late, Duration{});
}

TEST(AdversaryDraws, AreAFunctionOfSeedAndOwnCount) {
  const Adversary one({.reach = Reach::machine, .seed = 5}), same({.reach = Reach::machine, .seed = 5});
  const std::vector<Duration> before = draws(one, 1);
  draws(same, 2, 17);  // what another has drawn meanwhile
  EXPECT_EQ(draws(same, 1), before);
  EXPECT_NE(draws(Adversary({.reach = Reach::machine, .seed = 6}), 1), before);
}

TEST(AdversaryDraws, AreTheSameByWhoeversRules) {
  EXPECT_EQ(draws(Adversary({.reach = Reach::machine, .seed = 5}), 1),
            draws(Adversary({.reach = Reach::contract, .seed = 5}), 1));
}

/// Most are hardly late, and some are hundreds of times later, or after all else.
TEST(AdversaryDraws, SpreadDifferentlyFromSeedToSeed) {
  int even = 0, tailed = 0, held = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::vector<Duration> all = draws(Adversary({.reach = Reach::machine, .seed = seed}), 1);
    const Duration most = *std::ranges::max_element(all);
    const auto hardly = std::ranges::count_if(all, [](Duration late) { return late < microseconds(1); });
    if (most == microseconds(20'000))
      ++held;
    else if (hardly > 1500 && most > microseconds(100))
      ++tailed;
    else
      ++even;
  }
  EXPECT_GT(even, 5);
  EXPECT_GT(tailed, 15);
  EXPECT_GT(held, 5);
}

/// Queues differ in a few bits of who they are, and requests in their count: what one draws says nothing of another's.
TEST(AdversaryDraws, OfNeighboursHaveNothingToDoWithEachOther) {
  const Adversary adversary({.reach = Reach::machine, .seed = 5});
  const auto coin = [&](std::uint64_t who, std::uint64_t count) {
    return adversary.coin({Moment::rest, who, count});
  };
  for (const std::uint64_t other : {8ULL, 7ULL + (1 << 4), 7ULL + (1 << 20), 7ULL + (1ULL << 40)}) {
    int alike = 0, repeated = 0;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      alike += coin(7, i) == coin(other, i) ? 1 : 0;
      repeated += coin(other, i) == coin(other, i + 1) ? 1 : 0;
    }
    EXPECT_NEAR(alike, 2000, 130) << other;  // four times the deviation of chance
    EXPECT_NEAR(repeated, 2000, 130) << other;
  }
}

/// Words in front are in it and words behind, few and many; never all.
TEST(AdversaryRuns, AreWholeWordsAnywhere) {
  const Adversary adversary({.reach = Reach::machine, .seed = 5});
  for (const std::uint64_t bytes : {9ULL, 16ULL, 24ULL, 100ULL, 4096ULL, 1ULL << 20}) {
    std::uint64_t first = 0, last = 0, single = 0, many = 0;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      const Adversary::Run run = adversary.parts_of({Moment::rest, 7, i}, 64, bytes)[1];
      EXPECT_EQ(run.begin % 8, 0u);
      EXPECT_GT(run.bytes, 0u);
      EXPECT_LT(run.bytes, bytes);
      EXPECT_LE(run.begin + run.bytes, bytes);
      EXPECT_TRUE(run.bytes % 8 == 0 || run.begin + run.bytes == bytes);
      first += run.begin == 0 ? 1u : 0u;
      last += run.begin + run.bytes > bytes / 2 ? 1u : 0u;
      single += run.bytes <= 8 ? 1u : 0u;
      many += run.bytes * 8 >= bytes ? 1u : 0u;
    }
    EXPECT_GT(first, 100u) << bytes;
    EXPECT_GT(last, 100u) << bytes;
    EXPECT_GT(single, 200u) << bytes;
    EXPECT_GT(many, 200u) << bytes;
  }
}

/// Bytes that begin or end amid a word: cut where words meet, wherever that is, and nowhere else.
TEST(AdversaryRuns, BeginAndEndWhereWordsMeet) {
  const Adversary adversary({.reach = Reach::machine, .seed = 5});
  EXPECT_EQ(adversary.parts_of({Moment::rest, 7, 1}, 4, 4)[0].bytes, 4u);
  for (const std::uint64_t place : {1ULL, 4ULL, 7ULL}) {
    std::uint64_t first = 0, last = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const Adversary::Run run = adversary.parts_of({Moment::rest, 7, i}, place, 20)[1];
      EXPECT_GT(run.bytes, 0u);
      EXPECT_LT(run.bytes, 20u);
      EXPECT_TRUE(run.begin == 0 || (place + run.begin) % 8 == 0) << run.begin;
      EXPECT_TRUE(run.begin + run.bytes == 20 || (place + run.begin + run.bytes) % 8 == 0) << run.bytes;
      first += run.begin == 0 ? 1u : 0u;
      last += run.begin + run.bytes == 20 ? 1u : 0u;
    }
    EXPECT_GT(first, 100u) << place;
    EXPECT_GT(last, 100u) << place;
  }
}

TEST(AdversaryDraws, AreFewWhereFewMayBeLate) {
  const std::vector<Duration> all = draws(Adversary({.reach = Reach::machine, .seed = 5, .one_in = 64}), 1);
  const auto late = std::ranges::count_if(all, [](Duration one) { return one > Duration{}; });
  EXPECT_GT(late, 5);
  EXPECT_LT(late, 100);
}

}  // namespace
}  // namespace gin
