#include "core/base/closed_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gin {
namespace {

TEST(ClosedQueue, NobodyElseNobodyToWaitFor) {
  EXPECT_EQ(ClosedQueue(nanoseconds(100), nanoseconds(900)).wait(0), Duration{});
  EXPECT_EQ(ClosedQueue(Duration{}, Duration{}).wait(5), Duration{});
}

TEST(ClosedQueue, OneOtherIsThereForItsShareOfARound) {
  // 100 of 1000: a tenth of the time. Then both take 110 of 1010.
  ClosedQueue queue(nanoseconds(100), nanoseconds(900));
  EXPECT_NEAR(static_cast<double>(queue.wait(1).ps), 10'000, 1);
  EXPECT_NEAR(static_cast<double>(queue.wait(2).ps), 2 * 100'000 * 110.0 / 1010, 2);
}

TEST(ClosedQueue, WithoutTimeAwayEverybodyIsAlwaysThere) {
  EXPECT_EQ(ClosedQueue(nanoseconds(100), Duration{}).wait(7), nanoseconds(700));
}

TEST(ClosedQueue, ManyKeepTheServerBusy) {
  // A thousand of 1 ns each go round: all but those that are away, 100 at a time, are in the queue.
  const Duration wait = ClosedQueue(nanoseconds(1), nanoseconds(100)).wait(999);
  EXPECT_NEAR(static_cast<double>(wait.ps), 899'000, 200);
}

RC_GTEST_PROP(ClosedQueue, IsBetweenItsLimitsAndGrowsWithWhoGoesRound, ()) {
  const Duration service{*rc::gen::inRange<std::int64_t>(100, 1'000'000)};
  const Duration away{*rc::gen::inRange<std::int64_t>(0, 10'000'000)};
  const auto others = *rc::gen::inRange<std::int64_t>(1, 300);
  ClosedQueue queue(service, away);
  const Duration wait = queue.wait(others), fewer = queue.wait(others - 1);
  const Duration rounding{1 + others + service.ps / 1000};
  RC_ASSERT(wait >= fewer);
  RC_ASSERT(wait <= service * others);
  RC_ASSERT(wait + rounding >= service * others - away);
  // One more brings more throughput, and never more than the server's.
  const std::int64_t round = away.ps + service.ps + wait.ps, before = away.ps + service.ps + fewer.ps;
  RC_ASSERT(static_cast<__int128>(others + 1) * before + rounding.ps * others >=
            static_cast<__int128>(others) * round);
  RC_ASSERT(static_cast<__int128>(others + 1) * service.ps <= round + rounding.ps);
}

}  // namespace
}  // namespace gin
