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
  Pending pending;
  const std::uint32_t first = pending.add({1, 100});
  const std::uint32_t second = pending.add({2, 200});
  const std::uint32_t third = pending.add({3, 300});
  EXPECT_EQ(pending.done(second).bytes, 200u);
  EXPECT_EQ(pending.retire(), 0u);
  EXPECT_EQ(pending.done(first).bytes, 100u);
  EXPECT_EQ(pending.retire(), 3u);
  EXPECT_EQ(pending.retire(), 0u);
  EXPECT_EQ(pending.done(third).bytes, 300u);
  EXPECT_EQ(pending.retire(), 3u);
}

TEST(Pending, GrowsAndForgetsNothing) {
  Pending pending(0xfffffffe);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 9; ++i) numbers.push_back(pending.add({1, i, Pe{i % 2}}));
  for (std::uint32_t i = 9; i-- > 0;) {
    EXPECT_EQ(pending.retire(), 0u);
    const Pending::Command& done = pending.done(numbers[i]);
    EXPECT_EQ(done.bytes, i);
    EXPECT_EQ(done.peer, Pe{i % 2});
  }
  EXPECT_EQ(pending.retire(), 9u);
}

TEST(Pending, ACommandTakenBackLeavesNoHole) {
  Pending pending;
  const std::uint32_t first = pending.add({1, 10});
  pending.add({2, 20});
  pending.take_back();
  const std::uint32_t again = pending.add({3, 30});
  EXPECT_EQ(pending.done(again).bytes, 30u);
  EXPECT_EQ(pending.done(first).bytes, 10u);
  EXPECT_EQ(pending.retire(), 4u);
}

TEST(PendingDeathTest, WhatIsNotUnderWayIsNotDone) {
  Pending pending;
  const std::uint32_t first = pending.add({1, 0});
  const std::uint32_t second = pending.add({1, 0});
  pending.done(second);
  EXPECT_DEATH(pending.done(second), "done");
  EXPECT_DEATH(pending.done(second + 1), "size");
  pending.done(first);
  pending.retire();
  EXPECT_DEATH(pending.done(first), "size");
}

RC_GTEST_PROP(Pending, AgreesWithAListOverManyTurnsOfItsRingAndOfItsNumbers, ()) {
  using Step = std::tuple<int, std::size_t, std::uint32_t>;  // what, which command, how many slots
  const auto step = rc::gen::tuple(rc::gen::inRange(0, 8), rc::gen::inRange<std::size_t>(0, 100),
                                   rc::gen::inRange<std::uint32_t>(1, 4));
  const auto steps = *rc::gen::scale(4.0, rc::gen::container<std::vector<Step>>(step));
  struct Listed {
    std::uint32_t number;
    std::uint32_t slots;
    std::uint64_t bytes;
    bool done;
  };
  Pending pending(*rc::gen::element<std::uint32_t>(0, 0xfffffff0));
  std::deque<Listed> list;
  std::uint64_t bytes = 0;
  for (const auto& [what, which, slots] : steps) {
    if (what < 4) {
      list.push_back({pending.add({slots, ++bytes}), slots, bytes, false});
      for (std::size_t i = 0; i + 1 < list.size(); ++i) RC_ASSERT(list[i].number != list.back().number);
    } else if (what == 4 && !list.empty() && !list.back().done) {
      pending.take_back();
      list.pop_back();
    } else if (what < 7 && !list.empty()) {
      Listed& command = list[which % list.size()];
      if (command.done) continue;
      command.done = true;
      RC_ASSERT(pending.done(command.number).bytes == command.bytes);
    } else {
      std::uint32_t retired = 0;
      for (; !list.empty() && list.front().done; list.pop_front()) retired += list.front().slots;
      RC_ASSERT(pending.retire() == retired);
    }
  }
}

}  // namespace
}  // namespace gin
