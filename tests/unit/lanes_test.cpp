// Programs must not depend on the order of lanes; the permuted order that tests use must still be all of them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

std::vector<std::uint64_t> visited(std::uint64_t lanes, std::uint64_t seed, bool permute) {
  WorldOptions options;
  options.permute_lanes = permute;
  options.seed = seed;
  test::SmallWorld small(test::still_machine(), options);
  std::vector<std::uint64_t> order;
  small.spawn(
      [&](VirtualEnv& env) { env.lanes("for_lanes", lanes, [&](std::uint64_t lane) { order.push_back(lane); }); });
  small.run();
  return order;
}

std::vector<std::uint64_t> in_order(std::uint64_t lanes) {
  std::vector<std::uint64_t> all(lanes);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RC_GTEST_PROP(Lanes, EachIsVisitedOnceInWhateverOrder, ()) {
  const auto lanes = *rc::gen::inRange<std::uint64_t>(0, 70);
  auto order = visited(lanes, *rc::gen::arbitrary<std::uint64_t>(), true);
  std::sort(order.begin(), order.end());
  RC_ASSERT(order == in_order(lanes));
}

TEST(Lanes, ComeInOrderUnlessTheyArePermuted) {
  EXPECT_EQ(visited(32, 1, false), in_order(32));
  int different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) different += visited(32, seed, true) != in_order(32) ? 1 : 0;
  EXPECT_GT(different, 10);
}

TEST(Lanes, OneSeedGivesOneOrder) {
  EXPECT_EQ(visited(32, 5, true), visited(32, 5, true));
}

}  // namespace
}  // namespace gin
