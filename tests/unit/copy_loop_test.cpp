#include "core/base/copy_loop.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "core/env/machine.hpp"

namespace gin {
namespace {

// 1 ps a byte to load, 4 ps to store.
constexpr Bandwidth load_rate{1'000'000'000'000}, store_rate{250'000'000'000};

Duration beyond_loads(const CopyLoop& loop, Bytes bytes, Duration latency) {
  return loop.stores(bytes, ClosedQueue(loop.piece(), latency).wait(loop.warps - 1));
}

TEST(CopyLoop, AWarpByItselfLoadsAndStoresInTurn) {
  const CopyLoop loop{{512}, load_rate, store_rate};
  EXPECT_EQ(loop.piece(), picoseconds(512 * 5));
  EXPECT_EQ(beyond_loads(loop, {5120}, nanoseconds(100)), picoseconds(5120 * 5)) << "nobody to wait for";
}

TEST(CopyLoop, WhatFitsIntoTheWindowPassesThePipeOnce) {
  const CopyLoop loop{{16 << 10}, load_rate, store_rate, 32};
  EXPECT_EQ(beyond_loads(loop, {1000}, nanoseconds(100)), picoseconds(1000 * 5));
  EXPECT_EQ(beyond_loads(loop, {16 << 10}, nanoseconds(100)), picoseconds((16 << 10) * 5));
}

TEST(CopyLoop, WithoutLimitsStoresTakeNothing) {
  EXPECT_EQ(beyond_loads({{512}}, {1 << 20}, nanoseconds(100)), Duration{});
}

/// Loads one behind the other, then what the loop says.
RC_GTEST_PROP(CopyLoop, TakesAsLongAsLoadsAndPipeAtLeastAndNoLongerThanOneBehindTheOther, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  const std::int64_t warps = upto(33), rounds = upto(1000);
  const CopyLoop loop{{warps * 512}, load_rate, store_rate, warps};
  const Duration latency{upto(1'000'000)}, through = loop.piece() * warps;
  const Duration loads = latency * (rounds - 1), pipe = through * rounds;
  const Duration whole = loads + beyond_loads(loop, {loop.window.count * rounds}, latency);
  RC_ASSERT(whole >= loads + through);
  RC_ASSERT(whole + picoseconds(rounds) >= pipe);  // a queue's length is rounded
  RC_ASSERT(whole <= loads + pipe);
}

TEST(CopyLoop, OfPacketsHasFourWordsOfEachLaneUnderWayAndNoMoreThanACopy) {
  Pace pace;
  pace.copy = {{60'000}, load_rate, store_rate, 117};
  for (const std::int64_t lanes : {1, 32, 512}) {
    pace.lanes = lanes;
    EXPECT_EQ(pace.packets().window.count, lanes * 32);
    EXPECT_EQ(pace.packets().warps, std::max<std::int64_t>(1, lanes / 32));
  }
  pace.copy.window = {8000};
  EXPECT_EQ(pace.packets().window.count, 8000);
}

}  // namespace
}  // namespace gin
