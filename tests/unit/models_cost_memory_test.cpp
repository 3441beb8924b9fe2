// Bytes that agents move, and what the host's side costs: by hand, and against the machine's own formulas in core,
// which may not include these.
#include "models/cost/memory.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/env/host_stream.hpp"
#include "core/env/world.hpp"
#include "models/cost/launch.hpp"
#include "models/cost/pointer.hpp"
#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;

TEST(MemoryCost, ABlockGetsWhatItKeepsInFlightOverTheLatency) {
  const Profile p = round_profile();
  // 50 kB are under way at once; the rest comes at 50 kB in 900 ns and, beyond the peer's L2, 200 more.
  const Transfer one{.bytes = {1'050'000}, .footprint = {1'050'000}, .remote = true};
  EXPECT_EQ(transfer(p, one).total(), nanoseconds(20 * 1100 + 1100));
  Transfer cached = one;
  cached.footprint = {1000};
  EXPECT_EQ(test::of(transfer(p, cached), "nvlink.transfer"), nanoseconds(20 * 900));
}

TEST(MemoryCost, ARunComesOutOfTheHbmAtThePaceOfAChannel) {
  Profile p = round_profile();
  p.gpu.hbm_interleave = {2000};
  // A fiftieth of 1 TB/s for 2000 bytes: 100 ns more than a load; a line waits for its own bytes only.
  EXPECT_EQ(load_latency(p, {{50'000}, {1 << 21}}), nanoseconds(300 + 100));
  EXPECT_EQ(load_latency(p, {{100}, {1 << 21}}), nanoseconds(300 + 5));
  EXPECT_EQ(load_latency(p, {{50'000}, {1 << 21}, true}), nanoseconds(1100 + 100));
  EXPECT_EQ(load_latency(p, {{50'000}, {1 << 20}}), nanoseconds(100));
  p.gpu.hbm = {49};  // less than a byte for each of fifty channels
  EXPECT_EQ(hbm_channel(p.gpu), Bandwidth{1});
}

TEST(MemoryCost, LoadsThatFillThePortWaitForEachOther) {
  const Profile p = round_profile();
  // 50 kB need the port for 125 ns of the 900 of a round. One other fills 125/900 of it on average, so each round
  // takes 17.361 ns longer: 19 rounds behind the first.
  const Transfer both{.bytes = {2'000'000}, .footprint = {1000}, .agents = 2, .remote = true};
  const Duration later = picoseconds(17'361);
  const Duration time = test::of(transfer(p, both), "nvlink.transfer");
  EXPECT_LT(time - (nanoseconds(900) + later) * 19, nanoseconds(1));
  EXPECT_GT(time, nanoseconds(900) * 19 + later * 18);
  // What fits into flight at once waits for nobody.
  const Transfer small{.bytes = {100'000}, .footprint = {1000}, .agents = 2, .remote = true};
  EXPECT_EQ(test::of(transfer(p, small), "nvlink.transfer"), picoseconds(100'000 * 10 / 4));
}

TEST(MemoryCost, AnSmStoresAtItsOwnPace) {
  const Profile p = round_profile();
  const Transfer stores{.bytes = {1'000'000}, .footprint = {1'000'000}, .remote = true, .writes = true};
  EXPECT_EQ(transfer(p, stores).total(), picoseconds(1'000'000 * 20));
}

TEST(MemoryCost, ManyBlocksShareThePort) {
  const Profile p = round_profile();
  const Transfer stores{
      .bytes = {1'000'000}, .footprint = {1'000'000}, .agents = 50, .remote = true, .writes = true};
  EXPECT_EQ(transfer(p, stores).total(), picoseconds(1'000'000 * 2));
  const Transfer loads{.bytes = {1'000'000}, .footprint = {1'000'000}, .agents = 100};
  EXPECT_EQ(transfer(p, loads).total(), picoseconds(1'000'000 / 2) + nanoseconds(100));  // from the L2
}

/// The machine that a profile becomes for loads and stores.
Machine machine_with(const Profile& p, Scope scope) {
  const Bytes in_flight[] = {p.gpu.in_flight_thread, p.gpu.in_flight_warp, p.gpu.in_flight_block};
  const Bytes own = in_flight[static_cast<int>(scope)];
  Machine machine;
  machine.memory = {p.gpu.l2_size,
                    p.gpu.load,
                    p.gpu.load_hbm,
                    p.gpu.l2,
                    p.gpu.hbm,
                    {p.gpu.tlb.reach, p.gpu.tlb.miss},
                    {p.gpu.walk.reach, p.gpu.walk.miss},
                    false,
                    {p.gpu.hbm_interleave, hbm_channel(p.gpu)}};
  machine.link = {p.nvlink.load,
                  p.nvlink.store,
                  p.nvlink.read,
                  p.nvlink.write,
                  {p.nvlink.tlb.reach, p.nvlink.tlb.miss},
                  std::max(Duration{}, p.nvlink.load_hbm - p.nvlink.load)};
  machine.gpu.load = {own, p.gpu.sm_load};
  machine.gpu.store = {posted_stores.in_flight, store_rate(p.gpu, scope)};
  return machine;
}

RC_GTEST_PROP(MemoryCost, IsWhatTheMachineChargesAgentsThatBeginTogether, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  Profile p = round_profile();
  p.gpu.load = {upto(1'000'000)};
  p.gpu.load_hbm = {upto(1'000'000)};
  p.nvlink.load = {upto(2'000'000)};
  p.nvlink.load_hbm = {upto(3'000'000)};
  p.gpu.hbm_channels = upto(256);
  p.gpu.hbm_interleave = {upto(8192) - 1};
  p.nvlink.store = {upto(1'000'000)};
  for (TlbLevel* level : {&p.gpu.tlb, &p.gpu.walk, &p.nvlink.tlb}) *level = {{upto(1 << 21)}, {upto(1'000'000)}};
  p.gpu.in_flight_block = {upto(100'000)};
  p.gpu.sm_load = {upto(1'000'000'000'000)};
  p.gpu.sm_store = {upto(1'000'000'000'000)};
  const auto remote = *rc::gen::arbitrary<bool>(), writes = *rc::gen::arbitrary<bool>();
  const std::int64_t agents = upto(200), share = upto(1 << 20);
  RC_PRE(remote || !writes);  // stores at home go behind loads
  const Transfer all{{agents * share}, {upto(1 << 21)}, agents, Scope::block, remote, writes};
  World world(machine_with(p, Scope::block), {}, 2);
  const Pe me{0};
  const auto& rate = remote && writes ? world.machine.gpu.store : world.machine.gpu.load;
  const Route route{Pe{remote ? 1u : 0u}, static_cast<std::uint64_t>(all.footprint.count), !writes, rate};
  Instant last;
  for (std::int64_t i = 0; i < agents; ++i) last = std::max(last, world.transfer(me, route, {share}).end);
  RC_ASSERT(last - Instant{} == transfer(p, all).total());
  RC_ASSERT(paced({rate.in_flight, rate.most}, {share}, p.nvlink.load) == rate.time({share}, p.nvlink.load));
}

RC_GTEST_PROP(MemoryCost, MoreAgentsAreNeverSlowerAndMoreBytesNeverFaster, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  const Profile p = round_profile();
  Transfer some{{upto(1 << 24)},
                {upto(1 << 24)},
                upto(100),
                *rc::gen::element(Scope::thread, Scope::warp, Scope::block),
                *rc::gen::arbitrary<bool>(),
                *rc::gen::arbitrary<bool>()};
  const Duration time = transfer(p, some).total();
  Transfer more = some;
  more.agents += 1;
  RC_ASSERT(transfer(p, more).total() <= time);
  more = some;
  more.bytes.count += 1;
  RC_ASSERT(transfer(p, more).total() >= time);
}

TEST(PointerCost, APutLoadsThenStoresAndAQuietWaitsForTheAnswer) {
  const Profile p = round_profile();
  const Stack s = test::round_stack();
  // 8 bytes fit into flight: 40 ps to load and 160 ps to store at the SM's own pace.
  const Duration stored = nanoseconds(20 + 100) + picoseconds(8 * 5 + 8 * 20);
  EXPECT_EQ(stored_visible(p, s, {{8}}).total(), stored + nanoseconds(400));
  EXPECT_EQ(stored_completed(p, s, {{8}}).total(), stored + nanoseconds(800));
  // 100 kB of a warp, of which a quarter of 2 kB is in flight: 199 latencies of a load more, and 25 ps a byte.
  EXPECT_EQ(stored_visible(p, s, {{100'000}, Scope::warp}).total(), nanoseconds(20 + 200 * 100 + 2500 + 400));
}

TEST(PointerCost, AThreadFindsEveryOtherLoadInItsSector) {
  const Profile p = round_profile();
  // 320 bytes are ten sectors of 32.
  EXPECT_EQ(stored_visible(p, test::round_stack(), {{320}, Scope::thread}).total(),
            nanoseconds(20 + 10 * 100 + 8 + 400));
}

TEST(MemoryCost, StoresOfFewLanesAreAsFastAsTheirInstructions) {
  Profile p = round_profile();
  p.gpu.warp_store = {32'000'000'000};
  EXPECT_EQ(store_rate(p.gpu, Scope::thread).bytes_per_second, 1'000'000'000);
  EXPECT_EQ(store_rate(p.gpu, Scope::warp).bytes_per_second, 32'000'000'000);
  EXPECT_EQ(store_rate(p.gpu, Scope::block), p.gpu.sm_store);
  p.gpu.warp_store = {};
  EXPECT_EQ(store_rate(p.gpu, Scope::thread), p.gpu.sm_store);
}

TEST(MemoryCost, ABlockOfFewerThreadsHasAsMuchLessUnderWay) {
  Profile p = round_profile();
  p.gpu.in_flight_block = {65'536};
  p.gpu.copy_in_flight_percent = 25;
  p.gpu.warp_store = {10'000'000'000};
  p.gpu.sm_store = {200'000'000'000};
  EXPECT_EQ(load_rate(p.gpu, {Scope::block, 1024}).in_flight, Bytes{65'536});
  EXPECT_EQ(load_rate(p.gpu, {Scope::block, 256}).in_flight, Bytes{16'384});
  EXPECT_EQ(load_rate(p.gpu, {Scope::warp, 256}).in_flight, p.gpu.in_flight_warp);
  EXPECT_EQ(copy_loop(p.gpu, {Scope::block, 256}).window, Bytes{4096});
  EXPECT_EQ(copy_loop(p.gpu, {Scope::block, 256}).warps, 8);
  EXPECT_EQ(store_rate(p.gpu, {Scope::block, 256}).bytes_per_second, 80'000'000'000);
}

TEST(PointerCost, AGetKeepsAPartInFlight) {
  Profile p = round_profile();
  // A quarter of 50 kB at a time: 12.5 kB in 900 ns, which the own memory takes while the next are on their way.
  EXPECT_EQ(loaded(p, test::round_stack(), {{112'500}}).total(), nanoseconds(20 + 8 * 900 + 900));
  p.gpu.l2 = p.gpu.hbm = {1'000'000'000};
  EXPECT_EQ(loaded(p, test::round_stack(), {{112'500}}).total(), nanoseconds(20 + 112'500))
      << "or as slowly as it can";
}

TEST(LaunchCost, AKernelIsLaunchedStartedAndWaitedFor) {
  const HostProfile host = round_profile().host;
  EXPECT_EQ(kernels(host, Submission::stream, 1, nanoseconds(10)).total(), nanoseconds(4000 + 2500 + 10));
  EXPECT_EQ(synchronised(host, Submission::stream, 1, {}).total(), nanoseconds(4000 + 2500 + 3500));
}

TEST(LaunchCost, ShortKernelsAreAsFastAsTheCpuLaunchesAndAGraphAsTheGapAllows) {
  const HostProfile host = round_profile().host;
  EXPECT_EQ(kernels(host, Submission::stream, 10, nanoseconds(10)).total(), nanoseconds(10 * 4000 + 2500 + 10));
  EXPECT_EQ(kernels(host, Submission::graph, 10, nanoseconds(10)).total(),
            nanoseconds(4000 + 2500 + 10 + 9 * 1010));
  EXPECT_EQ(kernels(host, Submission::stream, 10, nanoseconds(5000)).total(),
            nanoseconds(4000 + 2500 + 5000 + 9 * 6000));
}

RC_GTEST_PROP(LaunchCost, IsWhatAStreamOfPathHostComesTo, ()) {
  const HostProfile host = round_profile().host;
  const Duration each{*rc::gen::inRange<std::int64_t>(0, 10'000'000)};
  const auto count = *rc::gen::inRange<std::int64_t>(1, 50);
  HostThread cpu;
  HostStream stream;
  Instant now;
  for (std::int64_t i = 0; i < count; ++i)
    now = stream.enqueue(cpu, i == 0 ? now - host.gap : now, host.launch, {host.start, host.gap}).begins + each;
  RC_ASSERT(now - Instant{} == kernels(host, Submission::stream, count, each).total());
}

TEST(LaunchCost, ACopyThatAKernelStartsCostsTwoHandOvers) {
  const Profile p = round_profile();
  EXPECT_EQ(triggered_copy(p, CopyTo::peer, {500'000}).total(), nanoseconds(2 * 1200 + 1000));
  EXPECT_EQ(triggered_copy(p, CopyTo::own_memory, {500'000}).total(), nanoseconds(2 * 1200 + 1000));
  EXPECT_EQ(copy(p, CopyTo::peer, {0}).total(), nanoseconds(4000 + 2500));
}

}  // namespace
}  // namespace gin::models::cost
