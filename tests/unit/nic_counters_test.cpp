// A NIC's counters of arrivals: one for each word, of one NIC, as far as 31 bits go.
#include "nic/counters.hpp"

#include <gtest/gtest.h>

namespace gin::emulated {
namespace {

TEST(NicCounters, EachWordHasOneThatBeginsAtZero) {
  Counters counters;
  for (std::uint32_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(counters.add(64, 0).value, i);
    EXPECT_EQ(counters.add(72, 0).value, i);
  }
}

TEST(NicCounters, BeginAgainBehindThirtyOneBits) {
  EXPECT_EQ(Counters::value_max, 0x7fffffffu);
  EXPECT_EQ(Counters::after(0), 1u);
  EXPECT_EQ(Counters::after(Counters::value_max - 1), Counters::value_max);
  EXPECT_EQ(Counters::after(Counters::value_max), 0u);
}

TEST(NicCounters, BelongToTheNicThatCountedFirst) {
  Counters counters;
  EXPECT_EQ(counters.add(64, 2).rail, 2u);
  const Counters::Count elsewhere = counters.add(64, 1);
  EXPECT_EQ(elsewhere.rail, 2u);
  EXPECT_EQ(elsewhere.value, 1u) << "the other NIC's message is not counted here";
  EXPECT_EQ(counters.add(64, 2).value, 2u);
}

}  // namespace
}  // namespace gin::emulated
