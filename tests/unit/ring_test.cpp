// Slots that are never cleared, positions that wrap: what the ring's few functions promise, from every start
// where an index or a parity runs over.
#include "core/device/ring.hpp"

#include <gtest/gtest.h>

#include "core/run/ring_memory.hpp"
#include "tests/unit/still_proxy.hpp"

namespace gin {
namespace {

using test::StillEnv;

constexpr std::uint32_t wrap = 0;  // 2^32 on the circle of positions

Slot with_parity(Slot slot, std::uint32_t position, std::uint32_t capacity) {
  slot.high |= lap_parity(position, capacity);
  return slot;
}

TEST(Ring, TheParityChangesWithEveryLapEvenWhereThePositionWraps) {
  for (const std::uint32_t capacity : {1u, 8u, 4096u, 1u << 31}) {
    EXPECT_EQ(lap_parity(0, capacity), command_bits::parity);  // memory of zeros is not a command
    EXPECT_EQ(lap_parity(capacity - 1, capacity), command_bits::parity);
    EXPECT_EQ(lap_parity(capacity, capacity), 0u);
    EXPECT_EQ(lap_parity(wrap - capacity, capacity), 0u);
    EXPECT_EQ(lap_parity(wrap - 1, capacity), 0u);
  }
}

TEST(Ring, RoomIsADifferenceThatMayWrap) {
  EXPECT_TRUE(has_room(0, 3, 0, 4));
  EXPECT_TRUE(has_room(1, 3, 0, 4));
  EXPECT_FALSE(has_room(2, 3, 0, 4));
  EXPECT_TRUE(has_room(wrap - 1, 3, wrap - 2, 4));
  EXPECT_FALSE(has_room(wrap - 1, 3, wrap - 3, 4));
  EXPECT_TRUE(has_room(1, 3, wrap, 4));
  EXPECT_TRUE(has_room(wrap - 4, 3, wrap - 4, 4));
  EXPECT_FALSE(has_room(1, 3, wrap - 1, 4));
}

TEST(Ring, APositionIsReachedAcrossTheWrap) {
  EXPECT_TRUE(reached(5, 5));
  EXPECT_TRUE(reached(6, 5));
  EXPECT_FALSE(reached(4, 5));
  EXPECT_TRUE(reached(wrap + 2, wrap - 2));
  EXPECT_FALSE(reached(wrap - 2, wrap + 2));
}

class RingStart : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Starts, RingStart, testing::Values(0u, 3u, 7u, 8u, 15u, wrap - 8, wrap - 5, wrap - 1));

TEST_P(RingStart, NothingIsThereBeforeItWasPublished) {
  const std::uint32_t start = GetParam();
  StillEnv::Gate gate;
  RingMemory memory(8, start);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  EXPECT_EQ(ring.gpu->head, start);
  EXPECT_EQ(ring.host->tail, start);
  EXPECT_EQ(ring.answers->completed, start);
  Slot out;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t position = start + i;
    EXPECT_FALSE(SixteenByteCommands::try_read(ring.slot(position), {position, 8}, out)) << i;
  }
}

TEST_P(RingStart, WhatIsReadIsWhatWasPublishedAndAStaleSlotIsNeverTaken) {
  const std::uint32_t start = GetParam();
  StillEnv::Gate gate;
  RingMemory memory(8, start);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::uint32_t position = start + i;
    Slot out;
    ASSERT_FALSE(SixteenByteCommands::try_read(ring.slot(position), {position, 8}, out)) << i;
    const Slot slot{i * 3, i * 5};
    publish_pair(ring.slot(position), with_parity(slot, position, 8));
    ASSERT_TRUE(SixteenByteCommands::try_read(ring.slot(position), {position, 8}, out)) << i;
    EXPECT_EQ(out.low, slot.low);
    EXPECT_EQ(out.high, slot.high);
  }
}

}  // namespace
}  // namespace gin
