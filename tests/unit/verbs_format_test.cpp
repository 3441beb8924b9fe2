// Completions and doorbells of verbs' queues, whichever format the NIC has: laps, counters that wrap, failures, and agents
// that look at once.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <array>
#include <functional>
#include <string>
#include <utility>

#include "tests/unit/verbs_queue.hpp"

namespace gin {
namespace {

using test::HandQueue;

class VerbsFormats : public testing::TestWithParam<VerbsKind> {
 protected:
  Completed look() const { return VerbsQueueFormat::look(queue_.memory()); }
  void ring(std::uint64_t index) const { VerbsQueueFormat::ring(queue_.memory(), index); }
  HandQueue queue_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Of, VerbsFormats, testing::Values(VerbsKind::mlx5, VerbsKind::rxe, VerbsKind::soft),
                         [](const auto& kind) {
                           return std::string(std::array{"Mlx5", "Rxe", "Soft"}[static_cast<int>(kind.param)]);
                         });

TEST_P(VerbsFormats, ANewQueueHasCompletedNothing) {
  EXPECT_EQ(look().end, 0u);
  EXPECT_EQ(look().next, CompletionStatus::ok);
  EXPECT_EQ(queue_.taken, 0u);
}

TEST_P(VerbsFormats, CompletionsAreCountedOverLapsAndSixteenBits) {
  for (std::uint64_t index = 0; index < 0x20000;) {
    for (int signaled = 0; signaled < 3; ++signaled) queue_.complete(index += 2);  // every other request
    ASSERT_EQ(look().end, index + 1);
    ASSERT_EQ(queue_.words.completed, index + 1);
    ASSERT_EQ(look().end, index + 1) << "nothing is there twice";
  }
}

TEST_P(VerbsFormats, AFailureIsToldWithWhatCompletedBeforeItAndStays) {
  for (std::uint64_t index = 0; index < 0xffff; ++index) {
    queue_.complete(index);
    look();
  }
  queue_.complete(0x10001, IBV_WC_REM_ACCESS_ERR);
  queue_.complete(0x10002, IBV_WC_WR_FLUSH_ERR);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(look().end, 0x10001u);
    EXPECT_EQ(look().next, CompletionStatus::remote_access);
    EXPECT_EQ(VerbsQueueFormat::status(queue_.memory()), CompletionStatus::remote_access);
  }
  EXPECT_EQ(queue_.words.completed, 0x10001u);
}

TEST_P(VerbsFormats, EachWayToFailHasItsWord) {
  const std::pair<ibv_wc_status, CompletionStatus> ways[] = {
      {IBV_WC_WR_FLUSH_ERR, CompletionStatus::flushed},
      {IBV_WC_REM_ACCESS_ERR, CompletionStatus::remote_access},
      {IBV_WC_RETRY_EXC_ERR, CompletionStatus::retry_exceeded},
      {IBV_WC_RNR_RETRY_EXC_ERR, CompletionStatus::receiver_not_ready},
      {IBV_WC_LOC_PROT_ERR, CompletionStatus::other},
      {IBV_WC_REM_OP_ERR, CompletionStatus::other}};
  for (const auto& [status, expected] : ways) {
    HandQueue queue(GetParam());
    queue.complete(0, static_cast<std::uint8_t>(status));
    const Completed seen = VerbsQueueFormat::look(queue.memory());
    EXPECT_EQ(seen.end, 0u);
    EXPECT_EQ(seen.next, expected) << status;
  }
}

TEST_P(VerbsFormats, WhoRingsTellsWhatWasTakenOfTheCompletionQueue) {
  for (std::uint64_t index = 0; index < 17; ++index) {
    queue_.complete(index);
    look();
  }
  EXPECT_EQ(queue_.consumed, 0u);
  ring(18);
  // Sixteen entries: Soft-RoCE counts within a lap; mlx5 has the highest byte first.
  const std::uint32_t told[] = {0x11000000, 1, 17};
  EXPECT_EQ(queue_.consumed, told[static_cast<int>(GetParam())]);
}

TEST_P(VerbsFormats, AtomicsThatVerbsHasNotAreNotSaidToBeThere) {
  EXPECT_TRUE(VerbsQueueFormat::has(Amo::add, true) && VerbsQueueFormat::has(Amo::compare_swap, true));
  EXPECT_TRUE(VerbsQueueFormat::has(Amo::set, false));
  EXPECT_FALSE(VerbsQueueFormat::has(Amo::set, true)) << "a write brings nothing back";
  for (const Amo amo : {Amo::bit_and, Amo::bit_or, Amo::bit_xor}) EXPECT_FALSE(VerbsQueueFormat::has(amo, false));
  EXPECT_DEATH(VerbsQueueFormat::write(queue_.memory(), 0, test::verbs_atomic(Amo::bit_or, 1)), "can_write");
}

/// An agent to whom much happens while it looks at an entry.
struct InterruptedFormat : VerbsFormat<InterruptedFormat> {
  static inline std::function<Entry(Entry)> meanwhile;
  static Entry entry(const Nic& nic, std::uint64_t at) {
    const Entry seen = SoftVerbsQueueFormat::entry(nic, at);
    return meanwhile ? std::exchange(meanwhile, nullptr)(seen) : seen;
  }
};

class SlowVerbsAgent : public testing::Test {
 protected:
  std::uint64_t others_look() const { return SoftVerbsQueueFormat::look(queue_.memory()).end; }
  HandQueue queue_{VerbsKind::soft};
};

TEST_F(SlowVerbsAgent, LeavesOutWhatTheNicMayHaveWrittenOver) {
  queue_.complete(0);
  InterruptedFormat::meanwhile = [&](InterruptedFormat::Entry seen) {
    EXPECT_EQ(others_look(), 1u);
    seen.index = 500;  // half of it is of another lap
    return seen;
  };
  EXPECT_LE(InterruptedFormat::look(queue_.memory()).end, 1u);
  EXPECT_EQ(queue_.words.completed, 1u);
}

TEST_F(SlowVerbsAgent, TakesNothingBackOfWhatOthersFound) {
  queue_.complete(0);
  InterruptedFormat::meanwhile = [&](InterruptedFormat::Entry first) {
    InterruptedFormat::meanwhile = [&](InterruptedFormat::Entry second) {
      for (std::uint64_t index = 1; index < 6; ++index) queue_.complete(index);
      EXPECT_EQ(others_look(), 6u);
      return second;
    };
    return first;
  };
  InterruptedFormat::look(queue_.memory());
  EXPECT_EQ(queue_.words.completed, 6u);
  EXPECT_EQ(queue_.taken, 6u);
}

}  // namespace
}  // namespace gin
