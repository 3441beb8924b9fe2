// What counts as chance: nothing in virtual time, overlapping samples on a wall clock.
#include "reports/compare/noise.hpp"

#include <gtest/gtest.h>

#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

trace::Row sampled(std::vector<std::int64_t> samples) {
  trace::Row row = made::row({}, 0);
  row.samples_ps = std::move(samples);
  return row;
}

bool apart_on_a_wall(const trace::Row& a, const trace::Row& b) {
  const bool one_way = apart({.row = a, .virtual_time = false}, {.row = b, .virtual_time = false});
  EXPECT_EQ(one_way, apart({.row = b, .virtual_time = false}, {.row = a, .virtual_time = false}));
  return one_way;
}

TEST(Noise, VirtualTimeHasNone) {
  const trace::Row a = sampled({1'000, 2'000, 3'000});
  const trace::Row b = sampled({1'000, 2'001, 3'000});
  EXPECT_TRUE(apart({.row = a}, {.row = b}));
  EXPECT_FALSE(apart({.row = a}, {.row = a}));
}

TEST(Noise, OnAWallClockTheMiddleFourFifthsMustNotOverlap) {
  const trace::Row a = sampled({90, 10, 11, 12, 13, 14, 15, 16, 17, 18});
  const Range range = range_of({.row = a, .virtual_time = false});
  EXPECT_EQ(range.low_ps, 10);
  EXPECT_EQ(range.high_ps, 18);
  // One sample far away says nothing.
  EXPECT_TRUE(apart_on_a_wall(a, sampled({5, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28})));
  EXPECT_FALSE(apart_on_a_wall(a, sampled({18, 19, 20, 21, 22, 23, 24, 25, 26, 27})));
}

TEST(Noise, FewerThanFiveSamplesTellNothing) {
  const trace::Row low = sampled({10, 11, 12, 13, 14});
  EXPECT_TRUE(apart_on_a_wall(low, sampled({20, 21, 22, 23, 24})));
  EXPECT_FALSE(apart_on_a_wall(low, sampled({20, 21, 22, 23})));
}

TEST(Noise, AMeasurementIsHeldAgainstAModelByItsOwnSpread) {
  const trace::Row model = sampled({15});
  const trace::Row measured = sampled({10, 12, 14, 16, 18});
  EXPECT_FALSE(apart({.row = model}, {.row = measured, .virtual_time = false}));
  EXPECT_TRUE(apart({.row = sampled({19})}, {.row = measured, .virtual_time = false}));
}

}  // namespace
}  // namespace gin::reports
