// PEs of a machine begin together, at an instant that all of them know before it comes.
#include "core/process/start_line.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

using namespace std::chrono_literals;
constexpr StartLine::Time noon = 1h;

/// Two PEs of one machine: at each line the second comes 30 us after the first, and hears 50 us later than it that both are there.
struct Two {
  StartLine first{"a"}, second{"a"};
  StartLine::Time line = noon;

  std::pair<StartLine::Time, StartLine::Time> pass() {
    line += 1ms;
    const std::vector<std::string> told{first.arrive(line), second.arrive(line + 30us)};
    return {first.begin(told, line + 40us), second.begin(told, line + 90us)};
  }
};

TEST(StartLine, AtTheFirstEachBeginsWhenItHears) {
  Two two;
  const auto [first, second] = two.pass();
  EXPECT_EQ(first, two.line + 40us);
  EXPECT_EQ(second, two.line + 90us);
}

TEST(StartLine, FromTheSecondOnTheyBeginTogetherWhenTheSlowestHasLongHeard) {
  Two two;
  for (int i = 0; i < 3; ++i) {
    two.pass();
    const auto [first, second] = two.pass();
    EXPECT_EQ(first, second);
    EXPECT_EQ(first, two.line + 30us + 2 * 60us);
  }
}

TEST(StartLine, WhoHearsTooLateBeginsAtOnce) {
  Two two;
  two.pass();
  const std::vector<std::string> told{two.first.arrive(noon), two.second.arrive(noon)};
  EXPECT_EQ(two.second.begin(told, noon + 121us), noon + 121us);
}

TEST(StartLine, OtherMachinesHaveOtherClocks) {
  StartLine here("a");
  const StartLine there("b");
  EXPECT_EQ(here.begin({here.arrive(noon), there.arrive(noon + 1h)}, noon + 10us), noon + 10us);
  EXPECT_EQ(here.begin({here.arrive(noon), there.arrive(noon + 1h)}, noon + 15us), noon + 20us);
}

TEST(StartLine, NobodyWaitsForAClockThatIsFarAhead) {
  StartLine here("a");
  EXPECT_EQ(here.begin({"a 9000000000000000 0"}, noon), noon + StartLine::most);
  EXPECT_EQ(here.begin({"", "no line", "a x y"}, noon), noon);
}

TEST(StartLine, WhoOnceHeardVeryLateHoldsNobodyUpForLong) {
  StartLine here("a");
  here.begin({here.arrive(noon)}, noon + 1s);
  EXPECT_EQ(here.begin({here.arrive(noon)}, noon), noon + StartLine::most);
}

}  // namespace
}  // namespace gin
