// The NIC reports 16 bits of an index that has 64. Widened wrongly, a quiet would return too early or never.
#include "core/device/send_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

namespace gin {
namespace {

constexpr std::uint64_t outstanding_max = 1 << 15;

std::uint16_t newest_of(std::uint64_t completed) {
  return static_cast<std::uint16_t>(completed - 1);
}

Completed look(QueueGpuWords& words) {
  return SoftQueueFormat::look({nullptr, &words});
}

TEST(SendQueue, ANewOneHasCompletedNothing) {
  QueueGpuWords queue;
  EXPECT_EQ(look(queue).end, 0u);
  queue.completion_record = newest_of(1);
  EXPECT_EQ(look(queue).end, 1u);
  EXPECT_EQ(queue.completed, 1u);
}

TEST(SendQueue, TheRecordMayRunOverItsSixteenBits) {
  EXPECT_EQ(completed_after(0xfffe, newest_of(0xffff)), 0xffffu);
  EXPECT_EQ(completed_after(0xffff, newest_of(0x10000)), 0x10000u);
  EXPECT_EQ(completed_after(0x10000, newest_of(0x10001)), 0x10001u);
  EXPECT_EQ(completed_after(0xfff0, newest_of(0x10010)), 0x10010u);
  EXPECT_EQ(completed_after(0x123450000, newest_of(0x123450000)), 0x123450000u);
}

TEST(SendQueue, IndicesMayRunOverSixtyFourBits) {
  constexpr std::uint64_t last = ~std::uint64_t{0};
  EXPECT_EQ(completed_after(last - 1, newest_of(last)), last);
  EXPECT_EQ(completed_after(last, newest_of(0)), 0u);
  EXPECT_EQ(completed_after(last - 2, newest_of(7)), 7u);
}

TEST(SendQueue, ARecordOlderThanWhatIsKnownChangesNothing) {
  EXPECT_EQ(completed_after(100, newest_of(99)), 100u);
  EXPECT_EQ(completed_after(0x10005, newest_of(0xfff0)), 0x10005u);
  QueueGpuWords queue;
  queue.completed = 100;
  queue.completion_record = newest_of(60);
  EXPECT_EQ(look(queue).end, 100u);
  EXPECT_EQ(queue.completed, 100u);
}

TEST(SendQueue, AFailureIsToldBesideWhatCompletedBeforeIt) {
  QueueGpuWords queue = words_from(0xfffe);
  EXPECT_EQ(look(queue).next, CompletionStatus::ok);
  queue.completion_record = record_of(0x10000, CompletionStatus::remote_access);
  const Completed seen = look(queue);
  EXPECT_EQ(seen.end, 0x10001u);
  EXPECT_EQ(seen.next, CompletionStatus::remote_access);
}

TEST(SendQueue, AsManyAsMayBeOutstandingCanCompleteAtOnce) {
  EXPECT_EQ(completed_after(0, newest_of(outstanding_max - 1)), outstanding_max - 1);
  EXPECT_EQ(completed_after(0, newest_of(outstanding_max)), outstanding_max);
  EXPECT_EQ(completed_after(0xfff0, newest_of(0xfff0 + outstanding_max)), 0xfff0 + outstanding_max);
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
  queue.completion_record = newest_of(start);
  std::uint64_t done = start;
  for (const auto& [reserve, complete, looks] : steps) {
    // One fewer than the limit; the limit itself has its own test.
    queue.reserved += std::min(reserve, outstanding_max - 1 - (queue.reserved - queue.completed));
    done += std::min(complete, queue.reserved - done);
    queue.completion_record = newest_of(done);
    if (!looks) continue;
    RC_ASSERT(look(queue).end == done);
    RC_ASSERT(queue.completed == done);
  }
}

}  // namespace
}  // namespace gin
