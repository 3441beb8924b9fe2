// Completion counters of an EFA device, and queues that are written by hand: what a program on a GPU has in place of calls.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/efa/request.hpp"
#include "core/softverbs/efa/younger.hpp"
#include "core/softverbs/softverbs.h"
#include "tests/softverbs/efa/datagrams.hpp"

namespace softverbs::efa {
namespace {

constexpr auto patience = std::chrono::seconds(20);

/// Until the word is that; false when it does not become so.
bool becomes(const std::uint64_t& word, std::uint64_t expected) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::atomic_ref<const std::uint64_t>(word).load(std::memory_order_acquire) != expected) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

struct Counted {
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;
  younger::Counter* counter = nullptr;

  explicit Counted(Opened& device) {
    younger::CounterAttributes attr{};
    younger::CounterMemory where{};
    where.flags = younger::CounterMemory::completed_given | younger::CounterMemory::failed_given;
    where.completed.ptr = reinterpret_cast<std::uint8_t*>(&completed);
    where.failed.ptr = reinterpret_cast<std::uint8_t*>(&failed);
    counter = younger::create_counter_in_memory(device.context, &attr, &where, sizeof where);
  }
  ~Counted() {
    if (counter) {
      EXPECT_EQ(younger::destroy_counter(counter), 0);
    }
  }
};

/// Two parties that were counted before they took packets.
class EfaCounter : public testing::Test {
 protected:
  void SetUp() override {
    if (!(capabilities(device.context) & counts)) GTEST_SKIP() << "a device that does not count";
  }

  Opened device;
};

int attach(ibv_qp* pair, const Counted& to, std::uint32_t what) {
  younger::Attachment attr{0, what};
  return younger::attach_counter(pair, to.counter, &attr);
}

struct CountedCouple {
  explicit CountedCouple(Opened& device, const Asked& asked = {})
      : local(device),
        remote(device),
        a(device, counting(asked, local, younger::writes | younger::reads | younger::sends)),
        b(device, counting(asked, remote, younger::writes_by_peers)),
        way(a, b) {}

  static Asked counting(Asked asked, Counted& counter, std::uint32_t what) {
    asked.before_init = [&counter, what](ibv_qp* pair) { EXPECT_EQ(attach(pair, counter, what), 0); };
    return asked;
  }

  Counted local, remote;
  Party a, b;
  Way way;
};

TEST_F(EfaCounter, CountsWhatAQueuePairDidAndWhatWasDoneToIt) {
  CountedCouple two(device);
  for (std::uint64_t i = 0; i < 5; ++i) ASSERT_EQ(two.way.write(i, two.a.piece(0, 8), two.b.piece(64, 8)), 0);
  EXPECT_TRUE(becomes(two.remote.completed, 5));
  EXPECT_TRUE(becomes(two.local.completed, 5));
  ASSERT_EQ(two.way.read(9, two.a.piece(0, 8), two.b.piece(64, 8)), 0);
  EXPECT_TRUE(becomes(two.local.completed, 6));
  EXPECT_EQ(two.remote.completed, 5u) << "a read is no write";
}

TEST_F(EfaCounter, MovesAfterTheBytesThatItTellsOf) {
  CountedCouple two(device);
  for (std::uint64_t round = 1; round <= 50; ++round) {
    std::memset(two.a.memory.data(), static_cast<int>(round), 4096);
    ASSERT_EQ(two.way.write(round, two.a.piece(0, 4096), two.b.piece(0, 4096)), 0);
    ASSERT_TRUE(becomes(two.remote.completed, round));
    for (std::size_t i = 0; i < 4096; ++i) ASSERT_EQ(two.b.memory[i], round);
  }
}

TEST_F(EfaCounter, AMessageWithoutBytesCountsAndHasToNameMemory) {
  CountedCouple two(device);
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 0), two.b.piece(0, 0)), 0);
  EXPECT_TRUE(becomes(two.remote.completed, 1));
  ibv_sge nowhere = two.b.piece(0, 0);
  nowhere.lkey ^= 0x5a5a;
  ASSERT_EQ(two.way.write(2, two.a.piece(0, 0), nowhere), 0);
  EXPECT_TRUE(becomes(two.local.failed, 1));
  EXPECT_EQ(two.remote.completed, 1u);
  EXPECT_EQ(two.local.completed, 1u);
}

TEST_F(EfaCounter, GoesOnAtZeroBehindItsLargestValue) {
  CountedCouple two(device);
  ASSERT_EQ(younger::set_counter(two.remote.counter, limits::counter_max - 1), 0);
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  EXPECT_TRUE(becomes(two.remote.completed, limits::counter_max));
  ASSERT_EQ(two.way.write(2, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  EXPECT_TRUE(becomes(two.remote.completed, 0));
  std::uint64_t read = 1;
  EXPECT_EQ(younger::read_counter(two.remote.counter, &read), 0);
  EXPECT_EQ(read, 0u);
}

TEST_F(EfaCounter, WhatAProgramStoresIntoItsWordIsWrittenOver) {
  CountedCouple two(device);
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  ASSERT_TRUE(becomes(two.remote.completed, 1));
  std::atomic_ref<std::uint64_t>(two.remote.completed).store(0);
  ASSERT_EQ(two.way.write(2, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  EXPECT_TRUE(becomes(two.remote.completed, 2));
}

TEST_F(EfaCounter, IsAttachedBeforePacketsComeAndOnceForEachKind) {
  CountedCouple two(device);
  EXPECT_EQ(attach(two.a.pair, two.remote, younger::receives), EINVAL) << "it takes packets";
  Asked asked;
  Counted other(device);
  asked.before_init = [&](ibv_qp* pair) {
    EXPECT_EQ(attach(pair, two.local, younger::writes), 0);
    EXPECT_EQ(attach(pair, other, younger::writes | younger::reads), EBUSY);
    EXPECT_EQ(attach(pair, other, 0), EINVAL);
    EXPECT_EQ(attach(pair, other, 64), EOPNOTSUPP);
    EXPECT_EQ(attach(pair, other, younger::reads), 0);
  };
  const Party third(device, asked);
  EXPECT_EQ(younger::destroy_counter(other.counter), EBUSY);
}

TEST_F(EfaCounter, ThereAreSoManyOfADevice) {
  std::vector<younger::Counter*> all;
  younger::CounterAttributes attr{};
  while (younger::Counter* one = younger::create_counter(device.context, &attr)) all.push_back(one);
  EXPECT_EQ(errno, ENOMEM);
  younger::CounterLimits says{};
  EXPECT_EQ(younger::query_counter_limits(device.context, &says), 0);
  EXPECT_EQ(all.size(), says.max_counters);
  for (younger::Counter* one : all) EXPECT_EQ(younger::destroy_counter(one), 0);
}

}  // namespace
}  // namespace softverbs::efa
