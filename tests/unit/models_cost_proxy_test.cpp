// What a CPU thread that serves rings costs: looks by hand, whole puts, and a thread that is never idle.
#include "models/cost/proxy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/cost/polling_thread.hpp"
#include "models/cost/put.hpp"
#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;
using test::round_stack;

/// What a command waits that comes so long after the thread has begun to look around.
Duration wait(const ProxyPathCosts& proxy, Served of, Duration after) {
  PollingThread thread(proxy, of.rings, Looks::in_turn);
  thread.find_command(of.place, Itemised().add("came", after));
  return thread.now() - after;
}

TEST(ProxyCost, RingsAreDealtOutToThreads) {
  const ProxyPathCosts proxy = round_stack().proxy;  // 5 rings, 2 threads: 0 2 4 and 1 3
  EXPECT_EQ(served(proxy, 4).rings, 3);
  EXPECT_EQ(served(proxy, 4).place, 2);
  EXPECT_EQ(served(proxy, 3).rings, 2);
  EXPECT_EQ(served(proxy, 3).place, 1);
  EXPECT_EQ(poll_round(proxy, 3), nanoseconds(3 * 10 + 50));
}

TEST(ProxyCost, LooksAtARingInGpuMemoryAreReadsThroughItsBar) {
  ProxyPathCosts proxy = round_stack().proxy;
  proxy.ring_memory = SharedMemory::host;
  EXPECT_EQ(looking(round_profile(), proxy).poll_ring, nanoseconds(10));
  EXPECT_EQ(command_posted(round_profile(), proxy), nanoseconds(450));
  proxy.ring_memory = SharedMemory::gpu;
  EXPECT_EQ(looking(round_profile(), proxy).poll_ring, nanoseconds(10 + 1500));
  EXPECT_EQ(command_posted(round_profile(), proxy), nanoseconds(100));
}

TEST(ProxyCost, APassTakesWhatItTakesBesideItsLooks) {
  ProxyPathCosts proxy = round_stack().proxy;
  proxy.turn = nanoseconds(300);
  EXPECT_EQ(poll_round(looking(round_profile(), proxy), 3), poll_round(proxy, 3) + nanoseconds(300));
}

TEST(ProxyCost, LooksThatCostNothingFindThingsAtOnce) {
  ProxyPathCosts proxy = round_stack().proxy;
  proxy.poll_ring = proxy.poll_completions = {};
  EXPECT_EQ(wait(proxy, {3, 1}, nanoseconds(77)), Duration{});
}

TEST(ProxyCost, APutIsTheSumOfItsSteps) {
  const Profile p = round_profile();
  const Stack s = round_stack();
  const Duration nic = completed(p, {.bytes = {8}, .inlined = true, .carried = true}).total();
  const Duration wait = nanoseconds(7), other_wait = nanoseconds(9);
  EXPECT_EQ(put_completed(p, s, Handing::proxy, {8}, {wait, other_wait}).total(),
            nanoseconds(20 + 130 + 450) + wait + nanoseconds(40 + 15 + 60 + 450) + nic + other_wait +
                nanoseconds(30 + 25 + 450 + 700));
  EXPECT_EQ(put_completed(p, s, Handing::gpu, {8}).total(),
            nanoseconds(20 + 155 + 510 + 15 + 450) + nanoseconds(560) + nic + nanoseconds(185));
}

TEST(ProxyCost, WhatNeitherTheLibraryNorTheNicInlinesIsRead) {
  Profile p = round_profile();
  const Stack s = round_stack();
  EXPECT_TRUE(put_work(p, s, Handing::gpu, {32}).inlined);
  EXPECT_FALSE(put_work(p, s, Handing::gpu, {33}).inlined);
  p.nic.inline_max = {8};
  EXPECT_FALSE(put_work(p, s, Handing::gpu, {9}).inlined);
  EXPECT_FALSE(put_work(p, s, Handing::gpu, {8}).carried)
      << "an agent rings, it does not write requests to the NIC";
  EXPECT_TRUE(put_work(p, s, Handing::proxy, {8}).carried);
  p.nic.blueflame = 0;
  EXPECT_FALSE(put_work(p, s, Handing::proxy, {8}).carried);
}

TEST(ProxyCost, ABusyThreadSharesLooksAndDoorbellsWithinABatch) {
  const ProxyPathCosts proxy = round_stack().proxy;
  EXPECT_EQ(busy(proxy, 1, 16).total(), nanoseconds(16 * (10 + 40 + 15 + 60 + 50 + 30 + 25)));
  EXPECT_EQ(busy(proxy, 16, 16).total(), nanoseconds(16 * (40 + 15 + 30) + 10 + 60 + 50 + 25));
}

TEST(ProxyCost, CreditCrossesPcieAndIsReadBack) {
  EXPECT_EQ(credit(round_profile(), round_stack().proxy).total(), nanoseconds(25 + 450 + 700));
}

RC_GTEST_PROP(ProxyCost, WaitsEndAtALookAndAreARoundAtMost, ()) {
  ProxyPathCosts proxy = round_stack().proxy;
  proxy.poll_ring = {*rc::gen::inRange<std::int64_t>(0, 100'000)};
  proxy.poll_completions = {*rc::gen::inRange<std::int64_t>(1, 100'000)};
  const auto rings = *rc::gen::inRange<std::int64_t>(1, 20);
  const Served of{rings, *rc::gen::inRange<std::int64_t>(0, rings)};
  const Duration round = poll_round(proxy, rings), after{*rc::gen::inRange<std::int64_t>(0, 10'000'000)};
  const Duration looked = after + wait(proxy, of, after);
  RC_ASSERT(looked >= after);
  RC_ASSERT((looked - proxy.poll_ring * (of.place + 1)).ps % round.ps == 0);
  RC_ASSERT(wait(proxy, of, after) <= round);
}

RC_GTEST_PROP(ProxyCost, LargerBatchesAreNeverSlower, ()) {
  const auto batch = *rc::gen::inRange<std::int64_t>(1, 64);
  const auto commands = *rc::gen::inRange<std::int64_t>(1, 10'000);
  const ProxyPathCosts proxy = round_stack().proxy;
  RC_ASSERT(busy(proxy, batch + 1, commands).total() <= busy(proxy, batch, commands).total());
  RC_ASSERT(busy(proxy, batch, commands).total() < busy(proxy, batch, commands + 1).total());
}

}  // namespace
}  // namespace gin::models::cost
