// Where a PE stood when it died: only agents that wait at that moment may be said to.
#include "core/run/stand.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

TEST(Stand, NamesTheLineAndThoseWhoHaveWaitedForLong) {
  Stand stand;
  EXPECT_EQ(stand.passes("start of iteration 3"), "start of iteration 3");
  EXPECT_EQ(stand.waits(1, "quiet for x"), "start of iteration 3; agent 1 waits in quiet for x");
  EXPECT_EQ(stand.waits(0, "test for y"),
            "start of iteration 3; agent 0 waits in test for y; agent 1 waits in quiet for x");
  stand.waits(7, "test for z");
  EXPECT_EQ(stand.waits(8, "test for z"),
            "start of iteration 3; agent 0 waits in test for y; agent 1 waits in "
            "quiet for x; 2 agents more wait");
}

TEST(Stand, WhoGoesOnOrPassesALineWaitsNoMore) {
  Stand stand;
  stand.passes("start of iteration 0");
  stand.waits(0, "quiet for x");
  stand.waits(1, "quiet for x");
  EXPECT_EQ(stand.goes_on(0), "start of iteration 0; agent 1 waits in quiet for x");
  EXPECT_EQ(stand.passes("end of iteration 0"), "end of iteration 0");
}

}  // namespace
}  // namespace gin
