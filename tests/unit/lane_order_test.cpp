// Programs must not depend on the order of lanes; the permuted order that tests use must still be all of them.
#include "core/device/lane_order.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace gin {
namespace {

std::vector<std::uint64_t> visited(std::uint64_t lanes, std::uint64_t seed) {
  std::vector<std::uint64_t> visited;
  LaneOrder(seed).visit(lanes, [&](std::uint64_t lane) { visited.push_back(lane); });
  return visited;
}

std::vector<std::uint64_t> in_order(std::uint64_t lanes) {
  std::vector<std::uint64_t> all(lanes);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RC_GTEST_PROP(LaneOrder, EachIsVisitedOnceInWhateverOrder, ()) {
  const auto lanes = *rc::gen::inRange<std::uint64_t>(0, 70);
  auto order = visited(lanes, *rc::gen::arbitrary<std::uint64_t>());
  std::sort(order.begin(), order.end());
  RC_ASSERT(order == in_order(lanes));
}

TEST(LaneOrder, IsSeldomThatOfALoop) {
  int different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) different += visited(32, seed) != in_order(32) ? 1 : 0;
  EXPECT_GT(different, 10);
}

TEST(LaneOrder, OneSeedGivesOneOrder) {
  EXPECT_EQ(visited(32, 5), visited(32, 5));
}

}  // namespace
}  // namespace gin
