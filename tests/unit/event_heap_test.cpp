// Single events and lanes share one order. Were a lane's event early or late by one place, two runs of a
// scenario could still agree with each other and both be wrong, so a sorted list is held against the heap.
#include "core/sim/event_heap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <tuple>

namespace gin::sim {
namespace {

Event event_at(std::int64_t ps, std::uint32_t cause, std::uint64_t sequence) {
  return {{Instant{ps}, ActorId{cause}, sequence}, {nullptr, nullptr, sequence}};
}

class SortedList {
 public:
  bool empty() const { return events_.empty(); }
  void push(const Event& event) {
    events_.push_back(event);
    std::stable_sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) { return a.key < b.key; });
  }
  Event pop() {
    const Event first = events_.front();
    events_.pop_front();
    return first;
  }

 private:
  std::deque<Event> events_;
};

/// A heap and a list that are told the same.
struct Pair {
  static constexpr std::uint32_t actors = 4;
  EventHeap heap;
  SortedList list;
  Lane lanes[5] = {Lane({0}), Lane({1}), Lane({1}), Lane({2}), Lane({3})};  // one actor may have several
  Instant newest[5];
  std::uint64_t sequences[actors] = {};
  std::size_t singles = 0;
  Instant now;

  void push_single(std::uint32_t actor, Duration later) {
    const Event event = event_at((now + later).ps, actor, sequences[actor]++);
    heap.push(event);
    list.push(event);
    ++singles;
  }
  void push_lane(std::size_t which, Duration later) {
    Lane& lane = lanes[which];
    newest[which] = std::max(now, newest[which]) + later;
    const Event event = event_at(newest[which].ps, lane.cause().value, sequences[lane.cause().value]++);
    heap.push(lane, event);
    list.push(event);
  }
  void pop() {
    std::size_t waiting_in_lanes = 0;
    for (const Lane& lane : lanes) waiting_in_lanes += lane.empty() ? 0 : 1;
    RC_ASSERT(heap.size() == singles + waiting_in_lanes);
    const bool from_lane = std::any_of(std::begin(lanes), std::end(lanes), [&](const Lane& lane) {
      return !lane.empty() && lane.front().key == heap.top();
    });
    const Event expected = list.pop();
    RC_ASSERT(heap.top() == expected.key);
    const Event came = heap.pop();
    RC_ASSERT(came.key == expected.key);
    RC_ASSERT(came.action.argument == expected.action.argument);
    singles -= from_lane ? 0 : 1;
    now = came.key.when;
  }
};

RC_GTEST_PROP(EventHeap, LanesAndSingleEventsComeInTheOrderOfOneSortedList, ()) {
  using Step = std::tuple<std::uint32_t, std::int64_t>;  // what to do, and how much later than now
  const auto step = rc::gen::tuple(rc::gen::inRange(0u, 14u), rc::gen::inRange<std::int64_t>(0, 4));
  const auto steps = *rc::gen::scale(4.0, rc::gen::container<std::vector<Step>>(step));
  Pair pair;
  for (const auto& [what, later] : steps) {
    if (what < 4)
      pair.push_single(what, Duration{later});
    else if (what < 9)
      pair.push_lane(what - 4, Duration{later});
    else if (!pair.list.empty())
      pair.pop();
  }
  while (!pair.list.empty()) pair.pop();
  RC_ASSERT(pair.heap.empty());
}

TEST(EventHeap, EqualTimesAreOrderedByActorAndThenByItsOwnCount) {
  EventHeap heap;
  for (const auto& event : {event_at(5, 1, 0), event_at(5, 0, 7), event_at(5, 0, 3), event_at(4, 9, 9)})
    heap.push(event);
  EXPECT_EQ(heap.pop().key, (EventKey{{4}, {9}, 9}));
  EXPECT_EQ(heap.pop().key, (EventKey{{5}, {0}, 3}));
  EXPECT_EQ(heap.pop().key, (EventKey{{5}, {0}, 7}));
  EXPECT_EQ(heap.pop().key, (EventKey{{5}, {1}, 0}));
  EXPECT_TRUE(heap.empty());
}

TEST(EventHeap, OnlyTheHeadOfALaneStandsInTheHeap) {
  EventHeap heap;
  Lane lane({3});
  for (std::uint64_t i = 0; i < 100; ++i) heap.push(lane, event_at(10, 3, i));
  EXPECT_EQ(heap.size(), 1u);
  for (std::uint64_t i = 0; i < 100; ++i) {
    ASSERT_EQ(heap.size(), 1u);
    ASSERT_EQ(heap.pop().action.argument, i);
  }
  EXPECT_TRUE(heap.empty());
  EXPECT_TRUE(lane.empty());
}

TEST(EventHeap, ALaneThatRanEmptyTakesPartAgain) {
  EventHeap heap;
  Lane lane({0});
  heap.push(event_at(20, 1, 0));
  heap.push(lane, event_at(10, 0, 0));
  EXPECT_EQ(heap.pop().key.when, Instant{10});
  heap.push(lane, event_at(15, 0, 1));
  EXPECT_EQ(heap.pop().key.when, Instant{15});
  EXPECT_EQ(heap.pop().key.when, Instant{20});
}

TEST(EventHeap, ALaneKeepsItsOrderWhileItGrowsAroundItsEnd) {
  Lane lane({0});
  std::uint64_t pushed = 0;
  std::uint64_t popped = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 3; ++i, ++pushed) lane.push(event_at(static_cast<std::int64_t>(pushed), 0, pushed));
    for (int i = 0; i < 2; ++i) ASSERT_EQ(lane.pop().action.argument, popped++);
  }
  while (popped < pushed) ASSERT_EQ(lane.pop().action.argument, popped++);
  EXPECT_TRUE(lane.empty());
}

TEST(EventHeapDeathTest, ALaneRefusesWhatWouldComeBeforeItsNewest) {
  Lane lane({0});
  lane.push(event_at(10, 0, 4));
  EXPECT_DEATH(lane.push(event_at(9, 0, 5)), "back");
  EXPECT_DEATH(lane.push(event_at(10, 0, 3)), "back");
  EXPECT_DEATH(lane.push(event_at(11, 1, 5)), "cause");
}

}  // namespace
}  // namespace gin::sim
