#include "core/device/lanes_beside.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

TEST(LanesBeside, TakeAsLongAsTheLongestOfThem) {
  LanesBeside lanes;
  lanes.turn(LaneTurn::first);
  EXPECT_TRUE(lanes.are_charged());
  EXPECT_EQ(lanes.longer(nanoseconds(30)), nanoseconds(30));
  EXPECT_EQ(lanes.longer(nanoseconds(10)), nanoseconds(10));
  lanes.turn(LaneTurn::next);  // 35, of which 40 have passed
  EXPECT_EQ(lanes.longer(nanoseconds(35)), Duration{});
  lanes.turn(LaneTurn::next);  // 55 in two charges
  EXPECT_EQ(lanes.longer(nanoseconds(38)), Duration{});
  EXPECT_EQ(lanes.longer(nanoseconds(17)), nanoseconds(15));
  lanes.turn(LaneTurn::next);
  EXPECT_EQ(lanes.longer(nanoseconds(55)), Duration{});
  lanes.turn(LaneTurn::over);
  EXPECT_FALSE(lanes.are_charged());
}

TEST(LanesBeside, BeginAgainWithTheNextWarp) {
  LanesBeside lanes;
  lanes.turn(LaneTurn::first);
  EXPECT_EQ(lanes.longer(nanoseconds(30)), nanoseconds(30));
  lanes.turn(LaneTurn::first);
  EXPECT_EQ(lanes.longer(nanoseconds(20)), nanoseconds(20));
}

}  // namespace
}  // namespace gin
