// Commands complete in any order, but an agent is told "everything up to here": never across a hole.
#include "core/proxy/pending.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <tuple>
#include <vector>

namespace gin {
namespace {

TEST(Pending, NothingRetiresAcrossAHole) {
  Pending pending(4);
  const std::uint32_t first = pending.add(1, 100);
  const std::uint32_t second = pending.add(2, 200);
  const std::uint32_t third = pending.add(3, 300);
  EXPECT_EQ(pending.done(second), 200u);
  EXPECT_EQ(pending.retire(), 0u);
  EXPECT_EQ(pending.done(first), 100u);
  EXPECT_EQ(pending.retire(), 3u);
  EXPECT_EQ(pending.retire(), 0u);
  EXPECT_EQ(pending.done(third), 300u);
  EXPECT_EQ(pending.retire(), 3u);
}

TEST(Pending, IsFullAtThePowerOfTwoThatHoldsWhatWasAskedFor) {
  Pending pending(5);
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(pending.full());
    pending.add(1, 0);
  }
  EXPECT_TRUE(pending.full());
}

TEST(Pending, ACommandTakenBackLeavesNoHole) {
  Pending pending(2);
  const std::uint32_t first = pending.add(1, 10);
  pending.add(2, 20);
  EXPECT_TRUE(pending.full());
  pending.take_back();
  EXPECT_FALSE(pending.full());
  const std::uint32_t again = pending.add(3, 30);
  EXPECT_EQ(pending.done(again), 30u);
  EXPECT_EQ(pending.done(first), 10u);
  EXPECT_EQ(pending.retire(), 4u);
}

TEST(PendingDeathTest, WhatIsNotUnderWayIsNotDone) {
  Pending pending(2);
  const std::uint32_t first = pending.add(1, 0);
  const std::uint32_t second = pending.add(1, 0);
  EXPECT_DEATH(pending.add(1, 0), "full");
  pending.done(second);
  EXPECT_DEATH(pending.done(second), "done");
  EXPECT_DEATH(pending.done(second + 1), "last_");
  pending.done(first);
  pending.retire();
  EXPECT_DEATH(pending.done(first), "last_");
}

RC_GTEST_PROP(Pending, AgreesWithAListOverManyTurnsOfItsRing, ()) {
  const auto commands_max = *rc::gen::inRange<std::uint32_t>(1, 9);
  using Step = std::tuple<int, std::size_t, std::uint32_t>;  // what, which command, how many slots
  const auto step = rc::gen::tuple(rc::gen::inRange(0, 8), rc::gen::inRange<std::size_t>(0, 100),
                                   rc::gen::inRange<std::uint32_t>(1, 4));
  const auto steps = *rc::gen::scale(4.0, rc::gen::container<std::vector<Step>>(step));
  struct Command {
    std::uint32_t number;
    std::uint32_t slots;
    std::uint64_t bytes;
    bool done;
  };
  Pending pending(commands_max);
  std::deque<Command> list;
  std::uint64_t bytes = 0;
  for (const auto& [what, which, slots] : steps) {
    if (what < 4 && !pending.full()) {
      list.push_back({pending.add(slots, ++bytes), slots, bytes, false});
      for (std::size_t i = 0; i + 1 < list.size(); ++i) RC_ASSERT(list[i].number != list.back().number);
    } else if (what == 4 && !list.empty() && !list.back().done) {
      pending.take_back();
      list.pop_back();
    } else if (what < 7 && !list.empty()) {
      Command& command = list[which % list.size()];
      if (command.done) continue;
      command.done = true;
      RC_ASSERT(pending.done(command.number) == command.bytes);
    } else {
      std::uint32_t retired = 0;
      for (; !list.empty() && list.front().done; list.pop_front()) retired += list.front().slots;
      RC_ASSERT(pending.retire() == retired);
    }
    if (list.size() < commands_max) RC_ASSERT(!pending.full());
  }
}

}  // namespace
}  // namespace gin
