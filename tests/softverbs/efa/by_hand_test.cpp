// Queues of an EFA device that a program writes and reads by itself, as kernels on a GPU do.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>

#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/efa/request.hpp"
#include "core/softverbs/efa/younger.hpp"
#include "core/softverbs/softverbs.h"
#include "tests/softverbs/efa/datagrams.hpp"

namespace softverbs::efa {
namespace {

/// A send queue and its completion queue in the hands of the test; the completions of nobody else are in there.
class EfaByHand : public testing::Test {
 protected:
  EfaByHand() {
    EXPECT_EQ(younger::query_send_queue(two.a.pair, &sends, &receives, sizeof sends), 0);
    EXPECT_EQ(younger::query_completion_queue(two.a.cq(), &completions, sizeof completions), 0);
    efadv_ah_attr attr{};
    EXPECT_EQ(efadv_query_ah(two.way.handle, &attr, sizeof attr), 0);
    handle = attr.ahn;
  }

  Slot write_of(std::uint16_t id, std::size_t from, std::size_t to, std::uint32_t bytes) {
    Slot slot = begin(IBV_WR_RDMA_WRITE, id, written & sends.num_entries);
    address(slot, {handle, static_cast<std::uint16_t>(two.b.pair->qp_num), queue_key});
    slot.rdma.remote = {bytes, two.b.region->rkey, two.b.at(to)};
    slot.rdma.local = {bytes, two.a.region->lkey, two.a.at(from)};
    slot.length = 1;
    return slot;
  }
  void put(const Slot& slot) {
    std::memcpy(sends.buffer + (written++ & (sends.num_entries - 1)) * sends.entry_size, &slot, sizeof slot);
  }
  int ring() {
    std::atomic_ref<std::uint32_t>(*sends.doorbell).store(written, std::memory_order_release);
    return softverbs_ring(two.a.pair);
  }

  /// The next entry, once it is there: number of the request, status, flags.
  struct Entry {
    std::uint16_t id;
    std::uint8_t status;
    std::uint8_t flags;
    std::uint16_t pair;
  };
  Entry next() {
    const std::uint8_t* at = completions.buffer + (read & (completions.num_entries - 1)) * completions.entry_size;
    const unsigned phase = read++ & completions.num_entries ? 0 : 1;
    Entry entry{};
    const auto* word = reinterpret_cast<const std::uint64_t*>(at);
    do {
      const std::uint64_t found = std::atomic_ref<const std::uint64_t>(*word).load(std::memory_order_acquire);
      std::memcpy(&entry, &found, sizeof entry);
    } while ((entry.flags & 1u) != phase);
    return entry;
  }

  Couple two{Asked{.sends = 64}};
  younger::WorkQueue sends{}, receives{};
  younger::Completions completions{};
  std::uint16_t handle = 0;
  std::uint32_t written = 0;
  std::uint32_t read = 0;
};

TEST_F(EfaByHand, WhatTheDoorbellTellsOfIsCarriedOut) {
  EXPECT_EQ(sends.entry_size, 64u);
  EXPECT_EQ(sends.num_entries, 64u);
  std::memset(two.a.memory.data(), 7, 64);
  put(write_of(0xabc, 0, 128, 64));
  EXPECT_EQ(two.b.memory[128], 0) << "nobody has rung";
  ASSERT_EQ(ring(), 0);
  const Entry done = next();
  EXPECT_EQ(done.id, 0xabc);
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.flags >> 1 & 3, 1) << "of a send queue";
  EXPECT_EQ(done.flags >> 4 & 7, 2) << "a write";
  EXPECT_EQ(done.pair, two.a.pair->qp_num);
  EXPECT_EQ(two.b.memory[191], 7);
  EXPECT_EQ(two.b.memory[192], 0);
}

TEST_F(EfaByHand, GoesOnOverManyLapsOfBothQueues) {
  for (std::uint32_t i = 0; i < 3 * completions.num_entries; ++i) {
    put(write_of(static_cast<std::uint16_t>(i), 0, 0, 8));
    ASSERT_EQ(ring(), 0);
    const Entry done = next();
    ASSERT_EQ(done.id, static_cast<std::uint16_t>(i));
    ASSERT_EQ(done.status, 0);
  }
}

TEST_F(EfaByHand, ASlotOfTheLapBeforeIsNoRequest) {
  Slot stale = write_of(1, 0, 0, 8);
  stale.control2 ^= control::phase;
  put(stale);
  ASSERT_EQ(ring(), 0);
  EXPECT_EQ(next().status, static_cast<unsigned>(Ending::bad_operation));
}

TEST_F(EfaByHand, ACompletionThatNobodyAskedForIsWrittenOnlyOfWhatFailed) {
  Slot quiet = write_of(1, 0, 0, 8);
  quiet.control2 &= static_cast<std::uint8_t>(~control::completes);
  put(quiet);
  Slot wrong = write_of(2, 0, 0, 8);
  wrong.control2 &= static_cast<std::uint8_t>(~control::completes);
  wrong.rdma.remote.key ^= 0x5a5a;
  put(wrong);
  ASSERT_EQ(ring(), 0);
  const Entry first = next();
  EXPECT_EQ(first.id, 2);
  EXPECT_EQ(first.status, static_cast<unsigned>(Ending::bad_remote_address));
}

TEST_F(EfaByHand, NoMoreIsAnnouncedThanTheAdapterKeeps) {
  EXPECT_EQ(sends.max_batch, limits::batch);
  for (std::uint32_t i = 0; i <= limits::batch; ++i) put(write_of(static_cast<std::uint16_t>(i), 0, 0, 8));
  EXPECT_EQ(ring(), ENOMEM);
}

TEST_F(EfaByHand, CallsLeaveWhatSomebodyWritesByHandAlone) {
  EXPECT_EQ(two.way.write(1, two.a.piece(0, 8), two.b.piece(0, 8)), EOPNOTSUPP);
  ibv_wc completion;
  EXPECT_LT(ibv_poll_cq(two.a.cq(), 1, &completion), 0);
  EXPECT_EQ(softverbs_ring(two.b.pair), EOPNOTSUPP) << "that one is not written by hand";
}

}  // namespace
}  // namespace softverbs::efa
