// What it takes that a signal comes after its data: sums by hand for each mode, the looks of a CPU thread, and that
// no number makes it cheaper by growing.
#include "models/cost/ordering.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <iterator>

#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;
using test::round_stack;

/// One that reaches GPU memory, keeps order and has atomics.
Profile with_order() {
  Profile p = round_profile();
  p.pcie.gpudirect = 1;
  return p;
}

/// One without order and atomics, which fetches every work request.
Profile without_order() {
  Profile p = with_order();
  p.nic.ordering = NicOrdering::none;
  p.nic.native_atomics = p.nic.blueflame = 0;
  return p;
}

Stack ordered_by(UnorderedSignals signals) {
  Stack s = round_stack();
  s.queues.per_peer = 1;
  s.arrivals.signals = signals;
  s.arrivals.handle = nanoseconds(70);
  s.arrivals.apply = nanoseconds(90);
  return s;
}
const Stack counting = ordered_by(UnorderedSignals::receiver_count);
const Stack reordering = ordered_by(UnorderedSignals::receiver_reorder);
const Stack holding = ordered_by(UnorderedSignals::sender_hold);

// Of what the NICs do with 8 bytes, or a message of 32, behind the work request's fetch; 4 ns a message, 50 bytes
// of headers, 20 ps a byte.
constexpr Duration put_taken = nanoseconds(4 + 200 + 150 + 4 + 210) + picoseconds(58 * 20);
constexpr Duration message_taken = nanoseconds(4 + 200 + 150 + 4 + 210) + picoseconds(82 * 20);
constexpr Duration put_acknowledged = nanoseconds(150 + 980 + 450);

TEST(PollingThread, FindsThingsAtTheLooksOfItsLoop) {
  const ProxyPathCosts proxy = round_stack().proxy;  // 10 ns a ring, 50 the completions
  PollingThread thread(proxy, 3, Looks::in_turn);    // looks at ring 1 end at 20, 100, 180 ns
  Itemised came;
  thread.find_command(1, came.add("sent", nanoseconds(101)));
  EXPECT_EQ(thread.now(), nanoseconds(180));
  EXPECT_EQ(test::of(thread.chain(), "sent"), nanoseconds(101));  // it slept
  thread.work("served", nanoseconds(40));
  // Ring 2 at 230, completions at 280; what came at 215 finds it awake.
  Itemised soon;
  thread.find_arrival(soon.add("arrived", nanoseconds(215)));
  EXPECT_EQ(thread.now(), nanoseconds(280));
  EXPECT_EQ(test::of(thread.chain(), "arrived"), Duration{});
  EXPECT_EQ(test::of(thread.chain(), "served"), nanoseconds(40));
  // Now ring 0 is next: 290, ring 1 300.
  thread.find_command(0, soon);
  EXPECT_EQ(thread.now(), nanoseconds(290));
  thread.find_command(0, soon);
  EXPECT_EQ(thread.now(), nanoseconds(290 + 80));
}

TEST(PollingThread, AtBestLooksAtOnceAndAtWorstHasJustLooked) {
  const ProxyPathCosts proxy = round_stack().proxy;
  Itemised came;
  came.add("sent", nanoseconds(1000));
  PollingThread best(proxy, 3, Looks::best), worst(proxy, 3, Looks::worst);
  best.find_command(1, came);
  worst.find_command(1, came);
  EXPECT_EQ(best.now(), nanoseconds(1000));
  EXPECT_EQ(worst.now(), nanoseconds(1000 + 80));
}

TEST(OrderingRules, NothingOvertakesInOneQueueThatKeepsOrder) {
  const Ordering order = ordering_of(with_order(), counting, Handing::gpu);
  EXPECT_FALSE(order.numbered || order.overtakes || order.signals_overtake);
  Stack spread = counting;
  spread.queues.per_peer = 2;
  spread.queues.map = QueueMap::round_robin;
  EXPECT_TRUE(ordering_of(with_order(), spread, Handing::gpu).overtakes);
  EXPECT_FALSE(ordering_of(with_order(), spread, Handing::proxy).overtakes);
  Profile rails = with_order();
  rails.nic.rails = 2;
  EXPECT_TRUE(ordering_of(rails, counting, Handing::proxy).overtakes);
  EXPECT_TRUE(ordering_of(rails, counting, Handing::proxy).signals_overtake);
}

TEST(OrderingRules, WithoutOrderAFenceWaitsAndASignalUnlessTheTargetKeepsTheOrder) {
  for (const Stack& s : {counting, reordering, holding}) {
    EXPECT_TRUE(ordering_of(without_order(), s, Handing::gpu).numbered);
    EXPECT_TRUE(ordering_of(without_order(), s, Handing::gpu).overtakes);
  }
  EXPECT_TRUE(ordering_of(without_order(), counting, Handing::gpu).signals_overtake);
  EXPECT_FALSE(ordering_of(without_order(), reordering, Handing::gpu).signals_overtake);
  EXPECT_FALSE(ordering_of(without_order(), holding, Handing::gpu).signals_overtake);  // completions come in order
  Profile no_atomics = with_order(), staged = with_order();
  no_atomics.nic.native_atomics = 0;
  staged.pcie.gpudirect = 0;
  EXPECT_TRUE(ordering_of(no_atomics, counting, Handing::gpu).numbered);
  EXPECT_TRUE(ordering_of(staged, counting, Handing::proxy).numbered);
}

TEST(OrderingCost, InOneQueueTheSignalIsTheSecondMessage) {
  const Profile p = with_order();
  const Duration posted = nanoseconds(20 + 2 * 155 + 510 + 15 + 450 + 560);
  // Two turns in the pipeline; 58 bytes ahead of it and its own 66 on the line, which the transmit hides but for 4
  // ns and the rest at the port.
  const Duration nics = nanoseconds(2 * 4 + 200 + 150 + 4 + 210 + 610) + picoseconds(66 * 20);
  EXPECT_EQ(put_signal_visible(p, counting, {}).total(), posted + nics);
  EXPECT_EQ(layer_adds(p, counting, {}).items().size(), 0u);
  EXPECT_EQ(fence_wait(p, counting, {}).total(), Duration{});
  EXPECT_EQ(strong_signal_wait(p, counting, {}).total(), Duration{});
}

TEST(OrderingCost, BehindALongPutTheSignalWaitsAtThePort) {
  const Profile p = with_order();
  // A megabyte is read at 10 ps a byte while the line takes 20: the signal waits for the line.
  const Told put{.bytes = {1'000'000}};
  const std::int64_t on_line = 1'000'000 + 245 * 50;
  const Duration on_its_way =
      nanoseconds(20 + 2 * 155 + 510 + 15 + 450 + 560 + 4 + 600 + 200) + picoseconds(on_line * 20);
  // PCIe is faster than the line and has the bytes in memory before the atomic has executed. The pipeline has a turn for
  // each when its first byte comes; the signal's own 66 bytes are on the line meanwhile.
  const Itemised told = put_signal_visible(p, counting, put);
  EXPECT_EQ(told.total(), on_its_way + picoseconds(66 * 20) + nanoseconds(150 + 4 + 210 + 610));
  EXPECT_EQ(test::of(told, "nic.port_queue"), picoseconds(on_line * 20));
}

TEST(OrderingCost, TheTargetsCpuHandlesBothAndAppliesOne) {
  const Profile p = without_order();
  const Duration posted = nanoseconds(20 + 2 * 155 + 510 + 15 + 450 + 560);
  // The data is there 8 bytes of PCIe behind its reception; the CPU takes it, then the message.
  const Duration data = posted + put_taken + nanoseconds(450) + picoseconds(8 * 10);
  for (const Stack& s : {counting, reordering})
    EXPECT_EQ(put_signal_visible(p, s, {}).total(), data + nanoseconds(70 + 70 + 90));
  // Without a layer the atomic unit's 610 ns were behind the second message.
  const Itemised adds = layer_adds(p, counting, {});
  EXPECT_EQ(test::of(adds, "arrival.handle"), nanoseconds(140));
  EXPECT_EQ(test::of(adds, "arrival.apply"), nanoseconds(90));
  EXPECT_EQ(test::of(adds, "nic.atomic"), nanoseconds(-610));
}

TEST(OrderingCost, AHeldSignalIsPostedWhenItsDataIsAcknowledged) {
  const Profile p = without_order();
  const Duration data =
      nanoseconds(20 + 155 + 510 + 15 + 450 + 560) + put_taken + put_acknowledged + nanoseconds(185);
  const Duration signal = nanoseconds(155 + 510 + 15 + 450 + 560) + message_taken + nanoseconds(450 + 70 + 90);
  EXPECT_EQ(put_signal_visible(p, holding, {}).total(), data + signal);
  // By proxy the thread that finds the completion posts it.
  const Duration by_proxy = nanoseconds(20 + 130 + 450 + 40 + 15 + 60 + 450 + 560) + put_taken + put_acknowledged;
  const Duration then = nanoseconds(15 + 60 + 450 + 560) + message_taken + nanoseconds(450 + 70 + 90);
  EXPECT_EQ(put_signal_visible(p, holding, {.handing = Handing::proxy}).total(), by_proxy + then);
}

TEST(OrderingCost, AFenceWaitsForTheCompletionOrForTheTargetsCpu) {
  const Profile p = without_order();
  const Duration completed = nanoseconds(450 + 560) + put_taken + put_acknowledged;
  EXPECT_EQ(fence_wait(p, counting, {}).total(), completed + nanoseconds(185));
  EXPECT_EQ(strong_signal_wait(p, counting, {}).total(), Duration{});
  Stack strong = counting;
  strong.strong_signals = true;
  EXPECT_EQ(strong_signal_wait(p, strong, {}).total(), completed + nanoseconds(185));
  // All retire in order: the target's CPU takes the put and writes back, the source's CPU tells the agent. The
  // write has no bytes, and 50 of header.
  const Duration there = nanoseconds(450 + 560) + put_taken + nanoseconds(450) + picoseconds(8 * 10);
  const Duration back =
      nanoseconds(70 + 15 + 60 + 450 + 560 + 4 + 600 + 200 + 150 + 4 + 210 + 450) + picoseconds(50 * 20);
  EXPECT_EQ(fence_wait(p, reordering, {}).total(), there + back + nanoseconds(70 + 25 + 450 + 185));
  EXPECT_EQ(fence_wait(p, reordering, {.handing = Handing::proxy}).total(),
            nanoseconds(450 + 40 + 15 + 60) + there + back + nanoseconds(70 + 30 + 25 + 450 + 700));
}

TEST(OrderingCost, TwoCommandsShareADoorbellIfTheSecondIsThereInTime) {
  const Profile p = with_order();
  Stack s = counting;
  // The second comes 150 ns behind the first, whose 55 ns of work are done by then.
  const Told by_proxy{.handing = Handing::proxy};
  const Itemised apart = put_fence_flag_visible(p, s, by_proxy);
  EXPECT_EQ(test::of(apart, "proxy.doorbell"),
            nanoseconds(2 * 60));  // the thread rings, and is awake when it comes
  s.proxy.push = {};
  const Itemised together = put_fence_flag_visible(p, s, by_proxy);
  EXPECT_EQ(test::of(together, "proxy.decode"), nanoseconds(80));
  EXPECT_EQ(test::of(together, "proxy.doorbell"), nanoseconds(60));
}

/// A property that fails shows what it was given, and a function cannot be shown.
auto any_of_three(std::size_t which) {
  constexpr decltype(&fence_wait) functions[] = {put_signal_visible, put_fence_flag_visible, fence_wait};
  return functions[which];
}

RC_GTEST_PROP(OrderingCost, NoNumberMakesTellingCheaperByGrowing, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(0, most); };
  const bool ordered = *rc::gen::arbitrary<bool>();
  Profile p = ordered ? with_order() : without_order();
  Stack s = ordered_by(*rc::gen::element(UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder,
                                         UnorderedSignals::sender_hold));
  s.proxy.doorbell_batch = 1;  // a slower thread may find two commands in one look, and ring once
  const Told put{*rc::gen::element(Handing::gpu, Handing::proxy),
                 {1 + upto(1 << 20)},
                 *rc::gen::element(Looks::best, Looks::worst)};
  const auto of = any_of_three(*rc::gen::inRange<std::size_t>(0, 3));
  Duration* const numbers[] = {&p.nic.wqe_fetch,    &p.nic.transmit,    &p.nic.receive,  &p.nic.acknowledge,
                               &p.wire.propagation, &p.pcie.posted,     &s.gpu.publish,  &s.proxy.post,
                               &s.proxy.doorbell,   &s.arrivals.handle, &s.proxy.decode, &s.proxy.publish,
                               &p.nic.atomic,       &s.arrivals.apply};
  for (Duration* const number : numbers) *number += {upto(1'000'000)};
  const Duration before = of(p, s, put).total();
  const std::size_t which = static_cast<std::size_t>(upto(std::size(numbers)));
  *numbers[which] += {upto(1'000'000)};
  RC_ASSERT(of(p, s, put).total() >= before);
  Told more = put;
  more.bytes.count += upto(1 << 20);
  RC_ASSERT(of(p, s, more).total() >= of(p, s, put).total());
}

RC_GTEST_PROP(OrderingCost, ThreadsThatHaveJustLookedAreNeverFaster, ()) {
  const Stack s = ordered_by(*rc::gen::element(UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder,
                                               UnorderedSignals::sender_hold));
  Told put{*rc::gen::element(Handing::gpu, Handing::proxy), {*rc::gen::inRange<std::int64_t>(1, 1 << 20)}};
  const auto of = any_of_three(*rc::gen::inRange<std::size_t>(0, 3));
  Duration at[3];
  for (const Looks looks : {Looks::best, Looks::in_turn, Looks::worst}) {
    put.looks = looks;
    at[static_cast<int>(looks)] = of(without_order(), s, put).total();
  }
  RC_ASSERT(at[static_cast<int>(Looks::best)] <= at[static_cast<int>(Looks::in_turn)]);
  RC_ASSERT(at[static_cast<int>(Looks::in_turn)] <= at[static_cast<int>(Looks::worst)]);
}

}  // namespace
}  // namespace gin::models::cost
