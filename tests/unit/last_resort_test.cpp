// A process that cannot end by itself is ended, and says why.
#include "core/run/last_resort.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace gin {
namespace {

using namespace std::chrono_literals;

TEST(LastResort, AProcessThatStaysAfterItsJobHasFailedIsEndedWithTheReason) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto stay = [] {
    const LastResort last_resort([] { return std::string("PE 1: PE 2 died"); }, 20ms);
    for (;;) ::pause();
  };
  EXPECT_EXIT(
      stay(), testing::ExitedWithCode(1),
      "^ginlab: PE 1: PE 2 died; this process did not come to its end within 20 ms of that and ends itself\n$");
}

TEST(LastResort, WhoEndsInTimeIsLeftAlone) {
  {
    const LastResort last_resort([] { return std::string("PE 2 died"); }, 1h);
  }
  {
    const LastResort last_resort([] { return std::string(); }, 0ms);
  }
}

}  // namespace
}  // namespace gin
