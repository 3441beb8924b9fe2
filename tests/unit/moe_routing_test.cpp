// The routing of moe_dispatch: a function that device and host must agree on, so its promises are held here.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "scenarios/programs/moe_numbers.hpp"
#include "scenarios/programs/moe_routing.hpp"

namespace gin::programs::moe {
namespace {

/// Copies that each expert gets when every PE has `tokens` tokens.
std::vector<std::uint64_t> copies(const Router& router, std::uint64_t tokens) {
  std::vector<std::uint64_t> all(router.experts());
  for (std::uint64_t token = 0; token < router.n_pes * tokens; ++token) {
    const Route route = router.route(token, 0);
    for (std::uint64_t k = 0; k < router.top_k; ++k) ++all.at(route.expert[k]);
  }
  return all;
}

std::vector<std::uint64_t> experts(const Route& route, std::uint64_t top_k) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t k = 0; k < top_k; ++k) all.push_back(route.expert[k]);
  return all;
}

void expect_sound(const Router& router) {
  for (std::uint64_t token = 0; token < 200; ++token) {
    const Route route = router.route(token, token % 3);
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < router.top_k; ++k) {
      EXPECT_LT(route.expert[k], router.experts());
      const std::vector<std::uint64_t> all = experts(route, router.top_k);
      EXPECT_EQ(std::count(all.begin(), all.end(), route.expert[k]), 1);
      EXPECT_GT(route.weight[k], 0u);
      sum += route.weight[k];
    }
    EXPECT_EQ(sum, weight_sum);
  }
}

TEST(MoeRouting, ChoosesDifferentExpertsWhoseWeightsAreOneWhole) {
  for (const std::uint64_t routing : {balanced, random, skewed, hot})
    for (const std::uint64_t n_pes : {1, 2, 3, 64})
      for (const std::uint64_t experts_per_pe : {1, 3, 8})
        for (std::uint64_t top_k = 1; top_k <= std::min(top_k_max, n_pes * experts_per_pe); ++top_k)
          for (const std::uint64_t seed : {0, 1, 77}) expect_sound({seed, routing, n_pes, experts_per_pe, top_k});
}

TEST(MoeRouting, BalancedGivesEveryExpertItsShareToTheLastCopy) {
  for (const std::uint64_t each : copies({5, balanced, 8, 4, 4}, 16)) EXPECT_EQ(each, 8u * 16 * 4 / 32);
}

TEST(MoeRouting, RandomReachesEverybody) {
  for (const std::uint64_t each : copies({5, random, 8, 4, 4}, 64)) {
    EXPECT_GT(each, 32u);
    EXPECT_LT(each, 96u);
  }
}

TEST(MoeRouting, SkewedOverloadsAFewAndLeavesHalfWithoutAnything) {
  std::vector<std::uint64_t> all = copies({5, skewed, 8, 4, 4}, 64);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all[15], 0u);
  EXPECT_GT(all[16], 0u);
  EXPECT_GT(all.back(), 5u * 64);  // 64 would be its share
}

TEST(MoeRouting, HotSendsEverythingToTheSameExperts) {
  const std::vector<std::uint64_t> all = copies({5, hot, 8, 4, 4}, 64);
  EXPECT_EQ(std::count(all.begin(), all.end(), 8u * 64), 4);
  EXPECT_EQ(std::count(all.begin(), all.end(), 0u), 28);
}

TEST(PerChoice, KeepsEachNumberApart) {
  PerChoice<17> numbers;
  for (std::uint64_t k = 0; k < top_k_max; ++k) numbers.set(k, weight_sum - k);
  numbers.set(3, 1);
  for (std::uint64_t k = 0; k < top_k_max; ++k) EXPECT_EQ(numbers[k], k == 3 ? 1 : weight_sum - k);
}

TEST(MoeRouting, ChangesWithTheIterationAndTheSeed) {
  const Router router{1, random, 8, 4, 4}, other{2, random, 8, 4, 4};
  std::uint64_t by_iteration = 0, by_seed = 0;
  for (std::uint64_t token = 0; token < 100; ++token) {
    const std::vector<std::uint64_t> chosen = experts(router.route(token, 0), 4);
    by_iteration += chosen != experts(router.route(token, 1), 4);
    by_seed += chosen != experts(other.route(token, 0), 4);
  }
  EXPECT_GT(by_iteration, 90u);
  EXPECT_GT(by_seed, 90u);
}

TEST(MoeHeader, NamesTokenAndChoices) {
  const Router router{1, random, 64, 63, 8};
  for (std::uint64_t token = 0; token < 4096; token += 273) {
    const Route route = router.route(token, 9);
    const Header header = Header::of(route, 8, token, 9);
    EXPECT_EQ(header.token(), token);
    for (std::uint64_t k = 0; k < 8; ++k) EXPECT_EQ(header.choice(route.expert[k]), k);
    EXPECT_EQ(header.low >> 48, 9u);
  }
}

TEST(MoeNumbers, AddInEachLaneWithoutCarryIntoTheNext) {
  EXPECT_EQ(add_lanes(0xffff'ffff'ffff'ffff, in_all_lanes(1)), 0u);
  EXPECT_EQ(add_lanes(0x0001'7fff'8000'ffff, 0x0002'0001'8000'0002), 0x0003'8000'0000'0001u);
  EXPECT_EQ(cast_back(0x04030201, 0x10), 0x0014'0013'0012'0011u);
}

}  // namespace
}  // namespace gin::programs::moe
