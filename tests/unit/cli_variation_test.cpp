// Which values a number gets: exact, in what a file can say, and none where a step is no step.
#include "cli/variation.hpp"

#include <gtest/gtest.h>

namespace gin::cli {
namespace {

models::Number a_count(std::int64_t value, bool power_of_two = false) {
  return {.path = "queues.depth", .unit = "count", .power_of_two = power_of_two, .value = value};
}

models::Number a_time(std::int64_t ps) {
  return {.path = "nic.transmit_ns", .unit = "ns", .value = ps};
}

/// The two values as a file has them, or why there is none.
std::string tried(const models::Number& base, std::int64_t percent = 20) {
  const auto text = [&](Side side) {
    const Step step = step_of(base, side, percent);
    return step.number ? models::written(*step.number) : step.why_not;
  };
  return text(Side::less) + " | " + text(Side::more);
}

TEST(Variation, TimesMoveByPicoseconds) {
  EXPECT_EQ(tried(a_time(185'300)), "148.24 | 222.36");
  EXPECT_EQ(tried(a_time(560'000)), "448 | 672");
  EXPECT_EQ(tried(a_time(3)), "0.002 | 0.004");
}

TEST(Variation, CountsAreRoundedHalfUp) {
  EXPECT_EQ(tried(a_count(5)), "4 | 6");
  EXPECT_EQ(tried(a_count(4096)), "3277 | 4915");
  EXPECT_EQ(tried(a_count(5), 50), "3 | 8");
}

TEST(Variation, RatesLeaveNoSixtyFourBits) {
  EXPECT_EQ(tried(a_count(1'000'000'000'000'000'000), 99), "10000000000000000 | 1990000000000000000");
}

TEST(Variation, APowerOfTwoIsHalvedAndDoubled) {
  EXPECT_EQ(tried(a_count(256, true)), "128 | 512");
  EXPECT_EQ(tried(a_count(256, true), 1), "128 | 512");
}

TEST(Variation, AStepThatLeadsNowhereIsNone) {
  EXPECT_EQ(tried(a_count(1)), "1, moved by 20 %, rounds to 1 again | 1, moved by 20 %, rounds to 1 again");
  EXPECT_EQ(tried(a_time(2)),
            "0.002, moved by 20 %, rounds to 0.002 again | 0.002, moved by 20 %, rounds to 0.002 again");
  EXPECT_EQ(tried(a_count(1), 50), "1, moved by 50 %, rounds to 1 again | 2");
  EXPECT_EQ(tried(a_count(0)),
            "it is 0, and no percentage of that is a change | "
            "it is 0, and no percentage of that is a change");
}

}  // namespace
}  // namespace gin::cli
