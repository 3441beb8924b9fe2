// What fails ends its queue or its ring: what completed before it stays complete, nothing behind it is taken for done.
#include <gtest/gtest.h>

#include <cstring>

#include "core/device/requests.hpp"
#include "core/fabric/memory_fabric.hpp"
#include "core/run/ring_memory.hpp"
#include "tests/unit/still_proxy.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

/// A ring with a proxy that looks when it is told to.
class FailingRing : public testing::Test {
 protected:
  void push(std::uint32_t peer) { test::push(ring_, test::put(peer, 0, 0, 8)); }
  void look() { proxy_.round(); }
  std::uint32_t completed() const { return ring_.answers->completed; }
  Failure failure() const { return ring_.failure(); }

  test::StillEnv env_;
  test::StillEnv::Gate gate_;
  test::ObedientFabric fabric_;
  RingMemory memory_{64, 0};
  Ring<test::StillEnv> ring_ = memory_.ring<test::StillEnv>(gate_, gate_, gate_);
  Proxy<test::StillEnv, test::ObedientFabric> proxy_{
      env_, fabric_, {ring_}, gate_, {.batch = 8, .operations_max = 8, .bytes_max = 1 << 20}};
};

TEST_F(FailingRing, StopsBeforeTheCommandThatFailed) {
  for (const std::uint32_t peer : {1, 2, 3}) push(peer);
  look();
  fabric_.complete(1, CompletionStatus::remote_access);
  look();
  EXPECT_EQ(failure().status, CompletionStatus::remote_access);
  EXPECT_EQ(failure().peer, Pe{2});
  EXPECT_EQ(completed(), 0u);
  fabric_.complete(0);  // it was under way when the other failed
  fabric_.complete(0);
  look();
  EXPECT_EQ(completed(), 1u) << "the third is done, and stands behind one that is not";
  EXPECT_EQ(proxy_.operations_under_way(), 0u);
  EXPECT_TRUE(memory_.is_complete()) << "nobody has to wait for more";
}

TEST_F(FailingRing, KeepsTheFirstFailureThatItHeardOf) {
  push(1);
  push(2);
  look();
  fabric_.complete(1, CompletionStatus::remote_access);
  look();
  fabric_.complete(0, CompletionStatus::flushed);
  look();
  EXPECT_EQ(failure().status, CompletionStatus::remote_access);
  EXPECT_EQ(failure().peer, Pe{2});
}

TEST_F(FailingRing, IsTakenFromNoMore) {
  push(1);
  look();
  fabric_.complete(0, CompletionStatus::flushed);
  look();
  push(1);
  look();
  EXPECT_EQ(fabric_.posted.size(), 1u);
  EXPECT_FALSE(proxy_.take_at_once(0, 1, encode(test::put(1, 0, 0, 8))));
}

/// Two PEs with 64 bytes each; the first one's are 1, 2, 3 ...
class Refusing : public testing::Test {
 protected:
  Refusing() {
    for (unsigned char i = 0; i < 64; ++i) mine_[i] = static_cast<unsigned char>(i + 1);
  }
  bool arrived(std::uint64_t offset) const { return std::memcmp(mine_ + offset, theirs_ + offset, 8) == 0; }
  static Operation put(std::uint64_t offset) { return test::put(1, offset, offset, 8); }

  unsigned char mine_[64] = {};
  unsigned char theirs_[64] = {};
  std::vector<unsigned char*> heaps_{mine_, theirs_};
};

TEST_F(Refusing, OfAFabricFlushesWhatIsBehindItToThatPeerOnly) {
  MemoryFabric fabric(Pe{0}, heaps_, 8, 2);
  for (std::uint64_t i = 0; i < 3; ++i) fabric.post({put(8 * i), 0, i});
  fabric.post({test::put(0, 56, 48, 8), 0, 3});
  Completion told[8];
  ASSERT_EQ(fabric.poll(told), 4u);
  EXPECT_EQ(told[0].status, CompletionStatus::ok);
  EXPECT_EQ(told[1].status, CompletionStatus::remote_access);
  EXPECT_EQ(told[2].status, CompletionStatus::flushed);
  EXPECT_EQ(told[3].status, CompletionStatus::ok);
  EXPECT_TRUE(arrived(0));
  EXPECT_FALSE(arrived(8) || arrived(16));
}

TEST_F(Refusing, OfANicStopsItsRecord) {
  WorkRequest slots[4];
  QueueGpuWords words = words_from(0xfffe);
  QueueHostWords host{0xfffe};
  const SoftQueueFormat::Memory memory{slots, &words, &host, 4, 4};
  SoftNic<> nic(Pe{0}, heaps_, {memory}, 2);
  for (std::uint64_t i = 0; i < 3; ++i)
    build(put(8 * i), mine_ + 8 * i, PostRules{}, {},
          [&](std::uint32_t, const WorkRequest& request) { memory.slot(0xfffe + i) = request; });
  SoftQueueFormat::ring(memory, 0x10001);
  EXPECT_TRUE(nic.step());
  const Completed seen = SoftQueueFormat::look(memory);
  EXPECT_EQ(seen.end, 0xffffu);
  EXPECT_EQ(seen.next, CompletionStatus::remote_access);
  EXPECT_TRUE(arrived(0));
  EXPECT_FALSE(arrived(8) || arrived(16));
}

}  // namespace
}  // namespace gin
