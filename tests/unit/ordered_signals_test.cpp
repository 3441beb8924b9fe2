// A fabric without order, shuffled by the test: nothing may be carried out before its data is there, and everything
// exactly once.
#include "core/fabric/ordered_signals.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/fabric/number_window.hpp"

namespace gin {
namespace {

constexpr ImmediateLayout layout;

Arrival part(std::uint32_t number, std::uint32_t count) {
  Arrival arrival;
  arrival.has_immediate = true;
  arrival.immediate = encode(layout, {ImmediateKind::part, 0, number, count}).bits;
  return arrival;
}

Arrival message(std::uint32_t number, std::uint32_t count, MessageKind kind = MessageKind::amo) {
  Arrival arrival = part(number, count);
  arrival.has_message = true;
  arrival.message.kind = kind;
  arrival.message.value = number;
  return arrival;
}

struct Done {
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> messages;
  void operator()(std::uint32_t number, Arrival* arrival) {
    numbers.push_back(number);
    if (arrival) messages.push_back(static_cast<std::uint32_t>(arrival->message.value));
  }
};

using Numbers = std::vector<std::uint32_t>;
using Accepted = OrderedSignals::Accepted;

OrderedSignals::Accepted accept(OrderedSignals& signals, Arrival arrival, Done& done,
                                const ImmediateLayout& as = layout) {
  const Immediate immediate = decode(as, arrival.immediate);
  return signals.accept(std::move(arrival), immediate,
                        [&](std::uint32_t number, Arrival* found) { done(number, found); });
}

TEST(OrderedSignals, ASignalThatIsEarlyWaitsForItsData) {
  OrderedSignals signals(layout, UnorderedSignals::receiver_count, 0);
  Done done;
  accept(signals, message(0, 3), done);
  accept(signals, part(0, 3), done);
  EXPECT_TRUE(done.messages.empty());
  accept(signals, part(0, 3), done);
  EXPECT_EQ(done.messages, Numbers{0});
}

TEST(OrderedSignals, CountingLetsALaterOperationPassReorderingDoesNot) {
  for (const auto mode : {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder}) {
    OrderedSignals signals(layout, mode, 0);
    Done done;
    accept(signals, message(1, 1), done);
    EXPECT_EQ(done.messages.size(), mode == UnorderedSignals::receiver_count ? 1u : 0u);
    accept(signals, part(0, 1), done);
    EXPECT_EQ(done.messages, Numbers{1});
    EXPECT_EQ(signals.base(), 2u);
  }
}

TEST(OrderedSignals, TwoSidedMessagesKeepTheirTurnEvenWhereOthersMayPass) {
  OrderedSignals signals(layout, UnorderedSignals::receiver_count, 0);
  Done done;
  accept(signals, message(1, 1, MessageKind::eager), done);
  accept(signals, message(2, 1), done);
  EXPECT_EQ(done.messages, Numbers{2});
  accept(signals, message(0, 1, MessageKind::ready), done);
  EXPECT_EQ(done.messages, (Numbers{2, 0, 1}));
}

TEST(OrderedSignals, WhatCannotHaveBeenSentIsRefusedAndChangesNothing) {
  OrderedSignals signals(layout, UnorderedSignals::receiver_count, 7);
  Done done;
  EXPECT_EQ(accept(signals, part(6, 1), done), Accepted::beyond_window);
  EXPECT_EQ(accept(signals, part(7, 0), done), Accepted::beyond_window);
  EXPECT_EQ(accept(signals, part(8, 2), done), Accepted::ok);
  EXPECT_EQ(accept(signals, part(8, 3), done), Accepted::contradicts);
  EXPECT_EQ(accept(signals, message(8, 2), done), Accepted::ok);
  EXPECT_EQ(accept(signals, part(8, 2), done), Accepted::doubled);
  EXPECT_EQ(done.numbers, Numbers{8});
  EXPECT_EQ(signals.base(), 7u);
}

TEST(OrderedSignals, AnOperationHasAsManyMessagesAsItsLayoutCounts) {
  const ImmediateLayout wide{2, 4, 16, 10};
  OrderedSignals signals(wide, UnorderedSignals::receiver_count, 0);
  Done done;
  for (std::uint32_t i = 0; i < wide.count_max(); ++i) {
    EXPECT_TRUE(done.numbers.empty());
    Arrival arrival = part(0, 1);
    arrival.immediate = encode(wide, {ImmediateKind::part, 0, 0, wide.count_max()}).bits;
    ASSERT_EQ(accept(signals, std::move(arrival), done, wide), Accepted::ok) << i;
  }
  EXPECT_EQ(done.numbers, Numbers{0});
}

TEST(OrderedSignals, ASignalThatRodeOnItsDataIsHandedOnAsTheMessageThatItStandsFor) {
  for (const auto mode : {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder}) {
    OrderedSignals signals(layout, mode, 0);
    std::vector<CpuMessage> found;
    const auto accept = [&](const Immediate& immediate, bool has_message) {
      Arrival arrival;
      arrival.has_immediate = true;
      arrival.has_message = has_message;
      arrival.immediate = encode(layout, immediate).bits;
      return signals.accept(std::move(arrival), immediate, [&](std::uint32_t, Arrival* message) {
        if (message) found.push_back(message->message);
      });
    };
    EXPECT_EQ(accept({ImmediateKind::signal, 0, 1, 0}, false), Accepted::ok);  // word 0, and not no messages
    EXPECT_EQ(found.size(), mode == UnorderedSignals::receiver_count ? 1u : 0u);
    EXPECT_EQ(accept({ImmediateKind::signal, 0, 1, 0}, false), Accepted::doubled);
    EXPECT_EQ(accept({ImmediateKind::part, 0, 1, 2}, false), Accepted::contradicts);
    EXPECT_EQ(accept({ImmediateKind::signal, 0, 0, 5}, true), Accepted::contradicts);
    EXPECT_EQ(accept({ImmediateKind::signal, 0, 0, 5}, false), Accepted::ok);
    ASSERT_EQ(found.size(), 2u);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    EXPECT_EQ(found[0], (CpuMessage{MessageKind::amo, Amo::add, 0, 0, 1, 0}));
    EXPECT_EQ(found[1], (CpuMessage{MessageKind::amo, Amo::add, 0, 40, 1, 0}));
    EXPECT_EQ(signals.base(), 2u);
  }
}

/// Operations of 1 to 4 messages, some plain data, shuffled within a window, starting anywhere on the circle.
RC_GTEST_PROP(OrderedSignals, WhateverTheOrderEachOperationIsDoneOnceAndNeverEarly, ()) {
  const auto mode = *rc::gen::element(UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder);
  const auto first = *rc::gen::element<std::uint32_t>(0, 0xffffffe0, 0xffe0, 0x7ff0);
  const auto operations = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(1, 5));
  const auto keys = *rc::gen::container<std::vector<std::uint32_t>>(operations.size() * 4 + 1,
                                                                    rc::gen::inRange<std::uint32_t>(0, 40));
  std::multimap<std::uint32_t, std::pair<std::uint32_t, bool>> order;  // when, which operation, is its message
  for (std::uint32_t i = 0; i < operations.size(); ++i)
    for (std::uint32_t m = 0; m < operations[i]; ++m)
      order.insert({i * 4 + keys[i * 4 + m], {i, m == 0 && i % 3 != 0}});
  OrderedSignals signals(layout, mode, first);
  std::vector<std::uint32_t> there(operations.size());
  std::set<std::uint32_t> finished;
  Done done;
  for (const auto& [when, what] : order) {
    const auto [operation, is_message] = what;
    ++there[operation];
    const std::uint32_t number = first + operation;
    const std::size_t before = done.numbers.size();
    RC_ASSERT(accept(signals,
                     is_message ? message(number, operations[operation]) : part(number, operations[operation]),
                     done) == Accepted::ok);
    for (std::size_t i = before; i < done.numbers.size(); ++i) {
      const std::uint32_t which = done.numbers[i] - first;
      RC_ASSERT(there.at(which) == operations[which]);
      RC_ASSERT(finished.insert(which).second);
      if (mode != UnorderedSignals::receiver_reorder) continue;
      RC_ASSERT(which == i);
    }
  }
  RC_ASSERT(finished.size() == operations.size());
  RC_ASSERT(signals.base() == first + static_cast<std::uint32_t>(operations.size()));
}

RC_GTEST_PROP(NumberWindow, ReportsInAnyOrderMoveTheBaseOverWhatHasNoHole, ()) {
  const auto first = *rc::gen::element<std::uint32_t>(0, 0xffffffe0, 0xffe0);
  const auto order = *rc::gen::apply(
      [](std::vector<std::uint32_t> keys) {
        std::multimap<std::uint32_t, std::uint32_t> sorted;
        for (std::uint32_t i = 0; i < keys.size(); ++i) sorted.insert({keys[i], i});
        std::vector<std::uint32_t> numbers;
        for (const auto& [key, i] : sorted) numbers.push_back(i);
        return numbers;
      },
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1000)));
  NumberWindow window(layout, first);
  std::set<std::uint32_t> marked;
  for (const std::uint32_t i : order) {
    RC_ASSERT(window.mark((first + i) & 0xffff, 1));
    RC_ASSERT(!window.mark((first + i) & 0xffff, 1));
    marked.insert(i);
    std::uint32_t without_hole = 0;
    while (marked.count(without_hole) != 0) ++without_hole;
    RC_ASSERT(window.base() == first + without_hole);
  }
}

TEST(NumberWindow, ARangeIsMarkedWholeOrNotAtAll) {
  NumberWindow window(layout, 0);
  EXPECT_TRUE(window.mark(5, 1));
  EXPECT_FALSE(window.mark(3, 4));
  EXPECT_TRUE(window.mark(0, 5));
  EXPECT_EQ(window.base(), 6u);
  EXPECT_FALSE(window.mark(0, 1));
  EXPECT_FALSE(window.mark(6, layout.window() + 1));
}

}  // namespace
}  // namespace gin
