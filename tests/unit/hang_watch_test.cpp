// When a run on a wall clock is a hang: with told time, for the rule is about time.
#include "core/run/hang_watch.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

using std::chrono::seconds;

const HangWatch::Time the_start{};

/// After so many seconds with a look every second, in each of which `move` says what was seen: whether it is a
/// hang.
template <class Move>
bool is_hung_after(int n, Move move) {
  HangWatch watch(seconds(60), the_start);
  HangWatch::Seen seen;
  for (int second = 1; second <= n; ++second) {
    move(second, &seen);
    watch.look(seen, the_start + seconds(second));
    if (watch.is_hung(the_start + seconds(second))) return true;
  }
  return false;
}

TEST(HangWatch, NothingThatMovesForThePatienceIsAHang) {
  EXPECT_FALSE(is_hung_after(60, [](int, auto*) {}));
  EXPECT_TRUE(is_hung_after(61, [](int, auto*) {}));
}

TEST(HangWatch, OperationsMoveItHoweverLongAnIterationLasts) {
  EXPECT_FALSE(is_hung_after(100'000, [](int second, auto* seen) { seen->writes = second / 50; }));
  EXPECT_FALSE(is_hung_after(100'000, [](int second, auto* seen) { seen->lines = second / 50; }));
  EXPECT_FALSE(is_hung_after(100'000, [](int second, auto* seen) { seen->others = second / 50; }));
}

TEST(HangWatch, ReadsMayBePollsAndAreGivenTenTimesThePatience) {
  EXPECT_FALSE(is_hung_after(600, [](int second, auto* seen) { seen->reads = second; }));
  EXPECT_TRUE(is_hung_after(601, [](int second, auto* seen) { seen->reads = second; }));
}

TEST(HangWatch, SaysWhichOfTheTwoItWas) {
  HangWatch watch(seconds(60), the_start);
  EXPECT_EQ(watch.sentence(the_start + seconds(61)), "hang: nothing has moved for 60 s (launch.hang_after_s)");
  watch.look({.reads = 1}, the_start + seconds(600));
  EXPECT_EQ(
      watch.sentence(the_start + seconds(601)),
      "hang: nothing has moved for 600 s but gets, atomics and loops of lanes, which may be polling (ten times "
      "launch.hang_after_s)");
}

TEST(HangWatch, TwoThatPollEachOtherDoNotKeepEachOtherAlive) {
  HangWatch one(seconds(60), the_start), two(seconds(60), the_start);
  HangWatch::Seen seen_by_one, seen_by_two;
  int second = 0;
  for (; second < 10'000 && !one.is_hung(the_start + seconds(second)); ++second) {
    seen_by_one.reads = seen_by_two.reads = second;
    if (one.look(seen_by_one, the_start + seconds(second))) ++seen_by_two.others;
    if (two.look(seen_by_two, the_start + seconds(second))) ++seen_by_one.others;
  }
  EXPECT_GT(second, 600);
  EXPECT_LT(second, 1300);
}

}  // namespace
}  // namespace gin
