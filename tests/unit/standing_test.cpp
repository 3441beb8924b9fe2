// Where a PE stood when it died: only agents that wait at that moment may be said to.
#include "core/run/standing.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

TEST(Standing, NamesTheLineAndThoseWhoHaveWaitedForLong) {
  Standing standing;
  EXPECT_EQ(standing.passes("start of iteration 3"), "start of iteration 3");
  EXPECT_EQ(standing.waits(1, "quiet for x"), "start of iteration 3; agent 1 waits in quiet for x");
  EXPECT_EQ(standing.waits(0, "test for y"),
            "start of iteration 3; agent 0 waits in test for y; agent 1 waits in quiet for x");
  standing.waits(7, "test for z");
  EXPECT_EQ(standing.waits(8, "test for z"),
            "start of iteration 3; agent 0 waits in test for y; agent 1 waits in "
            "quiet for x; 2 agents more wait");
}

TEST(Standing, WhoGoesOnOrPassesALineWaitsNoMore) {
  Standing standing;
  standing.passes("start of iteration 0");
  standing.waits(0, "quiet for x");
  standing.waits(1, "quiet for x");
  EXPECT_EQ(standing.goes_on(0), "start of iteration 0; agent 1 waits in quiet for x");
  EXPECT_EQ(standing.passes("end of iteration 0"), "end of iteration 0");
}

}  // namespace
}  // namespace gin
