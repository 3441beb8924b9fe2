// Resources serve one transfer after another and lose no time to rounding, however finely work is cut.
#include "core/sim/server.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

namespace gin::sim {
namespace {

TEST(Server, TransfersQueueUpAndAnIdleServerStartsAtOnce) {
  Server server;
  EXPECT_EQ(server.reserve(Instant{10}, Duration{5}).begin, Instant{10});
  const Service second = server.reserve(Instant{12}, Duration{5});
  EXPECT_EQ(second.begin, Instant{15});
  EXPECT_EQ(second.end, Instant{20});
  EXPECT_EQ(server.reserve(Instant{20}, Duration{1}).begin, Instant{20});
  EXPECT_EQ(server.reserve(Instant{100}, Duration{1}).begin, Instant{100});
}

RC_GTEST_PROP(Server, NoTwoTransfersOverlapAndNoneWaitsForNothing, ()) {
  using Arrival = std::tuple<std::int64_t, std::int64_t>;  // how long after the last one, how long it takes
  const auto some_time = rc::gen::inRange<std::int64_t>(0, 10);
  const auto arrivals = *rc::gen::container<std::vector<Arrival>>(rc::gen::tuple(some_time, some_time));
  Server server;
  Instant now;
  Instant last_end;
  for (const auto& [gap, time] : arrivals) {
    now = now + Duration{gap};
    const Service service = server.reserve(now, Duration{time});
    RC_ASSERT(service.begin == std::max(now, last_end));
    RC_ASSERT(service.end == service.begin + Duration{time});
    last_end = service.end;
  }
}

TEST(Pipe, AMillionSmallTransfersTakeAsLongAsOneLarge) {
  constexpr std::int64_t transfers = 1'000'000;
  const Bandwidth rate{48'123'456'789};  // divides no power of ten
  Pipe small(rate);
  Pipe large(rate);
  Instant end;
  for (std::int64_t i = 0; i < transfers; ++i) end = small.reserve(Instant{0}, Bytes{7}).end;
  EXPECT_EQ(end, large.reserve(Instant{0}, Bytes{7 * transfers}).end);
  EXPECT_EQ(small.carried(), large.carried());
}

TEST(Pipe, WhatIsNotThroughIsLate) {
  Pipe pipe(Bandwidth{1'000'000'000});
  pipe.reserve(Instant{100}, Bytes{8});
  EXPECT_EQ(pipe.late(Instant{100}), Duration{8'000});
  EXPECT_EQ(pipe.late(Instant{3'100}), Duration{5'000});
  EXPECT_EQ(pipe.late(Instant{9'000}), Duration{});
}

TEST(Pipe, EightBytesAtOneGigabytePerSecondTakeEightNanoseconds) {
  Pipe pipe(Bandwidth{1'000'000'000});
  EXPECT_EQ(pipe.reserve(Instant{100}, Bytes{8}).end, Instant{8'100});
  EXPECT_EQ(pipe.reserve(Instant{0}, Bytes{0}).end, Instant{8'100});
}

}  // namespace
}  // namespace gin::sim
