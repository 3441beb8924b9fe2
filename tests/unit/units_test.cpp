// Bytes become picoseconds without floating point: exact, to the last digit, over the whole range of sizes.
#include "core/base/units.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

namespace gin {
namespace {

TEST(Units, HelpersAgreeOnOneUnit) {
  EXPECT_EQ(microseconds(1), nanoseconds(1'000));
  EXPECT_EQ(nanoseconds(1), picoseconds(1'000));
  EXPECT_EQ(Instant{50} + Duration{7} - Instant{50}, Duration{7});
  EXPECT_EQ(Instant{50} - Duration{7}, Instant{43});
  EXPECT_EQ(nanoseconds(3) * 4 - nanoseconds(2), nanoseconds(10));
}

TEST(RateClock, TheFractionIsCarriedToTheNextTransfer) {
  RateClock clock{Bandwidth{3'000'000'000'000}};  // a third of a picosecond per byte
  EXPECT_EQ(clock.take(Bytes{1}), Duration{0});
  EXPECT_EQ(clock.take(Bytes{1}), Duration{0});
  EXPECT_EQ(clock.take(Bytes{1}), Duration{1});
  EXPECT_EQ(clock.remainder, 0);
}

TEST(RateClock, TheLargestTransferDoesNotOverflowOnTheWay) {
  // 2^43 bytes times 10^12 needs 83 bits; the result at 1 GB/s is 2^43 ns.
  RateClock clock{Bandwidth{1'000'000'000}};
  EXPECT_EQ(clock.take(Bytes{std::int64_t{1} << 43}), nanoseconds(std::int64_t{1} << 43));
}

RC_GTEST_PROP(RateClock, HoweverATransferIsCutItTakesAsLong, ()) {
  // Slower, and a long transfer would take more than the 106 days that a Duration can hold.
  const auto rate = *rc::gen::inRange<std::int64_t>(1'000'000, 1'000'000'000'000'000);
  const auto pieces = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 1 << 20));
  RateClock cut{Bandwidth{rate}};
  RateClock whole{Bandwidth{rate}};
  Duration sum;
  for (const std::int64_t piece : pieces) {
    sum += cut.take(Bytes{piece});
    RC_ASSERT(cut.remainder >= 0);
    RC_ASSERT(cut.remainder < rate);
  }
  const std::int64_t bytes = std::accumulate(pieces.begin(), pieces.end(), std::int64_t{0});
  RC_ASSERT(sum == whole.take(Bytes{bytes}));
  RC_ASSERT(cut.remainder == whole.remainder);
}

TEST(Times, ThatDoNotFitEndAtTheLastThereIsAndNeverWrap) {
  const Duration longest{INT64_MAX};
  EXPECT_EQ(longest + Duration{1}, longest);
  EXPECT_EQ(Duration{INT64_MIN} - Duration{1}, Duration{INT64_MIN});
  EXPECT_EQ(longest - Duration{-1}, longest);
  EXPECT_EQ(Duration{1'000'000'000'000} * 10'000'000, longest);
  EXPECT_EQ(Duration{1'000'000'000'000} * -10'000'000, Duration{INT64_MIN});
  EXPECT_EQ(Instant{INT64_MAX - 1} + Duration{2}, Instant::never());
  EXPECT_EQ(Instant{-5} - Instant::never(), Duration{INT64_MIN});
  // 10 MB at a byte a second are 10^19 ps.
  EXPECT_EQ(RateClock{Bandwidth{1}}.take(Bytes{10'000'000}), longest);
}

}  // namespace
}  // namespace gin
