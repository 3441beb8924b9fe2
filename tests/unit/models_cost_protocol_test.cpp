// Simple, LL and LL128: what moves, what a hop takes by hand, and where one gets faster than the other.
#include "models/cost/protocol.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/cost/nic.hpp"
#include "models/load.hpp"
#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;
using test::round_stack;

Hop over(HopLink link, Protocol protocol, std::int64_t bytes = 8, std::int64_t channels = 1) {
  return {link, protocol, {bytes}, channels};
}
Duration latency(HopLink link, Protocol protocol) {
  return hop_latency(round_profile(), round_stack(), over(link, protocol)).total();
}

TEST(Protocol, FlagsTakeHalfOfLlAndAnEighthWordOfLl128) {
  EXPECT_EQ(stored(Protocol::ll, {8}).count, 16);
  EXPECT_EQ(stored(Protocol::ll, {9}).count, 32);
  EXPECT_EQ(stored(Protocol::ll128, {120}).count, 128);
  EXPECT_EQ(stored(Protocol::ll128, {121}).count, 256);
  EXPECT_EQ(stored(Protocol::simple, {1 << 20}).count, 1 << 20);
}

TEST(Protocol, ChannelsHaveTheBuffersOfThePublishedTable) {
  constexpr std::int64_t kib = 1024;
  const auto expect = [](Protocol protocol, std::int64_t buffer, std::int64_t slot, std::int64_t data) {
    const Slots of = slots(protocol);
    EXPECT_EQ(of.count * of.each.count, buffer);
    EXPECT_EQ(of.each.count, slot);
    EXPECT_EQ(of.data.count, data);
  };
  expect(Protocol::simple, 4096 * kib, 512 * kib, 512 * kib);
  expect(Protocol::ll, 256 * kib, 32 * kib, 16 * kib);
  expect(Protocol::ll128, 4800 * kib, 600 * kib, 1125 * kib / 2);
}

TEST(Protocol, LlIsSeenWhenItsStoreIsThereSimpleWhenTheFenceHasAnswered) {
  EXPECT_EQ(latency(HopLink::nvlink, Protocol::ll), nanoseconds(400 + 100));
  EXPECT_EQ(latency(HopLink::nvlink, Protocol::ll128), nanoseconds(400 + 100));
  EXPECT_EQ(latency(HopLink::nvlink, Protocol::simple), nanoseconds(100 + 800 + 400 + 100));
  EXPECT_EQ(latency(HopLink::pcie, Protocol::ll), nanoseconds(450 + 100));
  EXPECT_EQ(latency(HopLink::pcie, Protocol::simple), nanoseconds(100 + 900 + 450 + 100));
}

TEST(Protocol, LlOverTheNetworkIsStagedInHostMemoryAtBothEnds) {
  const Profile p = round_profile();
  const Duration to_nic = nanoseconds(450 + 10 + 40 + 15 + 60 + 450);
  const Work ll{.bytes = {16}, .carried = true, .at_host = true};
  EXPECT_EQ(latency(HopLink::net, Protocol::ll), to_nic + visible(p, ll).total() + nanoseconds(700));
  const Work ll128{.bytes = {128}, .carried = true};
  EXPECT_EQ(latency(HopLink::net, Protocol::ll128),
            nanoseconds(500) + to_nic + visible(p, ll128).total() + nanoseconds(100));
  const Work simple{.bytes = {16}, .carried = true};
  EXPECT_EQ(latency(HopLink::net, Protocol::simple),
            nanoseconds(500) + to_nic + visible(p, simple).total() + nanoseconds(50 + 30 + 25 + 700));
}

TEST(Protocol, LargeHopsGetTheLinkTimesTheEfficiency) {
  const Profile p = round_profile();
  constexpr std::int64_t much = 120 << 20;
  const auto moving = [&](Protocol protocol) {
    return test::of(hop(p, round_stack(), over(HopLink::nvlink, protocol, much, 32)), "protocol.bytes");
  };
  EXPECT_EQ(moving(Protocol::simple), picoseconds(much * 2));
  EXPECT_EQ(moving(Protocol::ll), picoseconds(much * 2 * 2));
  EXPECT_EQ(moving(Protocol::ll128), picoseconds(much * 2 / 120 * 128));
}

TEST(Protocol, AFenceWithEachSlotHoldsUpAChannelThatIsAlone) {
  const Profile p = round_profile();
  const auto fences = [&](std::int64_t bytes, std::int64_t channels) {
    return test::of(hop(p, round_stack(), over(HopLink::nvlink, Protocol::simple, bytes, channels)),
                    "protocol.fences");
  };
  EXPECT_EQ(fences(512 << 10, 1), Duration{});
  EXPECT_EQ(fences(3 * (512 << 10), 1), nanoseconds(2 * 800));
  EXPECT_EQ(fences(32 * (512 << 10), 32), Duration{});
  EXPECT_EQ(fences(std::int64_t{32} * 3 * (512 << 10), 32), Duration{})
      << "the port is busy with the others' stores";
}

TEST(Protocol, LlWinsWhileItIsLatencyThatCounts) {
  const Profile h200 = load_profile("h200-nvlink");
  const Stack proxy = load_stack("nccl-proxy");
  const auto time = [&](Protocol of, std::int64_t bytes) {
    return hop(h200, proxy, over(HopLink::nvlink, of, bytes, 16)).total();
  };
  EXPECT_LT(time(Protocol::ll, 64 << 10), time(Protocol::simple, 64 << 10));
  EXPECT_LE(time(Protocol::ll128, 121), time(Protocol::ll, 121)) << "a line of either holds it";
  EXPECT_LT(time(Protocol::simple, 1 << 20), time(Protocol::ll, 1 << 20));
  EXPECT_LT(time(Protocol::ll128, 1 << 20), time(Protocol::simple, 1 << 20)) << "it wins for longer than LL";
}

RC_GTEST_PROP(Protocol, MoreBytesTakeLongerAndSlowerPartsNeverLess, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  const Profile p = round_profile();
  const Stack s = round_stack();
  const Hop some =
      over(*rc::gen::element(HopLink::nvlink, HopLink::pcie, HopLink::net),
           *rc::gen::element(Protocol::simple, Protocol::ll, Protocol::ll128), upto(1 << 24), upto(32));
  Hop more = some;
  more.bytes.count += upto(1 << 24);
  RC_ASSERT(hop(p, s, some).total() <= hop(p, s, more).total());
  RC_ASSERT(stored(some.protocol, some.bytes) <= stored(more.protocol, more.bytes));
  RC_ASSERT(stored(some.protocol, some.bytes) >= some.bytes);
  Profile slow = p;
  slow.nvlink.store += Duration{upto(1'000'000)};
  slow.gpu.fence_system += Duration{upto(1'000'000)};
  slow.pcie.posted += Duration{upto(1'000'000)};
  RC_ASSERT(hop(slow, s, some).total() > hop(p, s, some).total());
}

}  // namespace
}  // namespace gin::models::cost
