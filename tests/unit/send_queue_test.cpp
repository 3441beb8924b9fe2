// The NIC reports 16 bits of an index that has 64. Widened wrongly, a quiet would return too early or never.
#include "core/device/send_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

namespace gin {
namespace {

constexpr std::uint64_t outstanding_max = 1 << 15;

std::uint16_t record_of(std::uint64_t completed) {
  return static_cast<std::uint16_t>(completed - 1);
}

TEST(SendQueue, ANewOneHasCompletedNothing) {
  QueueGpuWords queue;
  EXPECT_EQ(look_for_completions(queue), 0u);
  queue.completion_record = record_of(1);
  EXPECT_EQ(look_for_completions(queue), 1u);
  EXPECT_EQ(queue.completed, 1u);
}

TEST(SendQueue, TheRecordMayRunOverItsSixteenBits) {
  EXPECT_EQ(completed_after(0xfffe, record_of(0xffff)), 0xffffu);
  EXPECT_EQ(completed_after(0xffff, record_of(0x10000)), 0x10000u);
  EXPECT_EQ(completed_after(0x10000, record_of(0x10001)), 0x10001u);
  EXPECT_EQ(completed_after(0xfff0, record_of(0x10010)), 0x10010u);
  EXPECT_EQ(completed_after(0x123450000, record_of(0x123450000)), 0x123450000u);
}

TEST(SendQueue, IndicesMayRunOverSixtyFourBits) {
  constexpr std::uint64_t last = ~std::uint64_t{0};
  EXPECT_EQ(completed_after(last - 1, record_of(last)), last);
  EXPECT_EQ(completed_after(last, record_of(0)), 0u);
  EXPECT_EQ(completed_after(last - 2, record_of(7)), 7u);
}

TEST(SendQueue, ARecordOlderThanWhatIsKnownChangesNothing) {
  EXPECT_EQ(completed_after(100, record_of(99)), 100u);
  EXPECT_EQ(completed_after(0x10005, record_of(0xfff0)), 0x10005u);
  QueueGpuWords queue;
  queue.completed = 100;
  queue.completion_record = record_of(60);
  EXPECT_EQ(look_for_completions(queue), 100u);
  EXPECT_EQ(queue.completed, 100u);
}

TEST(SendQueue, AsManyAsMayBeOutstandingCanCompleteAtOnce) {
  EXPECT_EQ(completed_after(0, record_of(outstanding_max - 1)), outstanding_max - 1);
  EXPECT_EQ(completed_after(0, record_of(outstanding_max)), outstanding_max);
  EXPECT_EQ(completed_after(0xfff0, record_of(0xfff0 + outstanding_max)), 0xfff0 + outstanding_max);
}

RC_GTEST_PROP(SendQueue, CountsWhatTheNicCompletedWheneverSomebodyLooks, ()) {
  const auto start =
      *rc::gen::weightedOneOf<std::uint64_t>({{1, rc::gen::just<std::uint64_t>(0)},
                                              {2, rc::gen::inRange<std::uint64_t>(0xfff0, 0x10010)},
                                              {2, rc::gen::inRange<std::uint64_t>(0xfffffff0, 0x100000010)},
                                              {1, rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 60)}});
  using Step = std::tuple<std::uint64_t, std::uint64_t, bool>;  // reserve, complete, look
  const auto some =
      rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 4), rc::gen::inRange<std::uint64_t>(0, outstanding_max));
  const auto steps = *rc::gen::container<std::vector<Step>>(rc::gen::tuple(some, some, rc::gen::arbitrary<bool>()));
  QueueGpuWords queue;
  queue.reserved = queue.completed = start;
  queue.completion_record = record_of(start);
  std::uint64_t done = start;
  for (const auto& [reserve, complete, looks] : steps) {
    // One fewer than the limit; the limit itself has its own test.
    queue.reserved += std::min(reserve, outstanding_max - 1 - (queue.reserved - queue.completed));
    done += std::min(complete, queue.reserved - done);
    queue.completion_record = record_of(done);
    if (!looks) continue;
    RC_ASSERT(look_for_completions(queue) == done);
    RC_ASSERT(queue.completed == done);
  }
}

}  // namespace
}  // namespace gin
