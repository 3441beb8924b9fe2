// A message's cost on idle NICs and wire against sums made by hand, and what a busy NIC carries.
#include "models/cost/nic.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/cost/wire.hpp"
#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;

constexpr Bytes eight_bytes{8};
const Work inline_put{.bytes = eight_bytes, .inlined = true};
const Work carried_put{.bytes = eight_bytes, .inlined = true, .carried = true};
const Work read_put{.bytes = eight_bytes};

TEST(WireCost, EachPacketHasAHeaderAndARequestWithoutPayloadIsOne) {
  const NicProfile nic = round_profile().nic;
  EXPECT_EQ(on_wire(nic, {0}).count, 50);
  EXPECT_EQ(on_wire(nic, {1}).count, 51);
  EXPECT_EQ(on_wire(nic, {4096}).count, 4096 + 50);
  EXPECT_EQ(on_wire(nic, {4097}).count, 4097 + 100);
  EXPECT_EQ(serialize(nic, {8}), picoseconds(58 * 20));
}

TEST(WireCost, AFlightIsPropagationAndSerialisationAndWhatADetourAdds) {
  const Profile p = round_profile();
  EXPECT_EQ(flight(p.nic, p.wire, {8}).total(), nanoseconds(150) + picoseconds(58 * 20));
  EXPECT_EQ(flight(p.nic, p.wire, {8}, nanoseconds(7)).total() - flight(p.nic, p.wire, {8}).total(),
            nanoseconds(7));
}

TEST(NicCost, AnInlinePutIsTheSumOfItsStages) {
  const Profile p = round_profile();
  const Duration there = nanoseconds(560 + 4 + 200 + 150 + 4 + 210) + picoseconds(58 * 20);
  EXPECT_EQ(taken(p, inline_put).total(), there);
  EXPECT_EQ(visible(p, inline_put).total(), there + nanoseconds(450) + picoseconds(8 * 10));
  EXPECT_EQ(completed(p, inline_put).total(), there + nanoseconds(150 + 980 + 450));
}

TEST(NicCost, BlueFlameSavesTheFetchAndInliningTheRead) {
  const Profile p = round_profile();
  EXPECT_EQ(completed(p, inline_put).total() - completed(p, carried_put).total(), nanoseconds(560));
  EXPECT_EQ(completed(p, read_put).total() - completed(p, inline_put).total(), nanoseconds(600));
  Work from_host = read_put;
  from_host.at_host = true;
  EXPECT_EQ(completed(p, from_host).total() - completed(p, inline_put).total(), nanoseconds(930));
}

TEST(NicCost, ALongPayloadStreamsAsFastAsTheSlowestPartOfItsWay) {
  Profile p = round_profile();
  const Work mebibyte{.bytes = {1 << 20}};
  const std::int64_t on_line = (1 << 20) + 256 * 50;
  EXPECT_EQ(test::of(taken(p, mebibyte), "wire.serialize"), picoseconds(on_line * 20));
  p.pcie.bandwidth = {25'000'000'000};  // 40 ps a byte; its first 200 ns pass while the NIC gets ready
  EXPECT_EQ(test::of(taken(p, mebibyte), "wire.serialize"), picoseconds((1 << 20) * 40) - nanoseconds(200));
}

TEST(NicCost, ACompletionComesAfterTheBytesAreInMemory) {
  Profile p = round_profile();
  p.pcie.bandwidth = {10'000'000'000};                       // 100 ps a byte
  const Work long_one{.bytes = {100'000}, .inlined = true};  // the target's link alone is slower than the line
  EXPECT_EQ(completed(p, long_one).total(), visible(p, long_one).total());
  EXPECT_GT(test::of(completed(p, long_one), "nic.earlier_work"), Duration{});
  EXPECT_EQ(test::of(completed(p, read_put), "nic.earlier_work"), Duration{});
}

TEST(NicCost, AReadCrossesTwiceAndCarriesItsBytesBack) {
  const Profile p = round_profile();
  const Work get{.verb = Verb::read, .bytes = {8}};
  EXPECT_EQ(completed(p, get).total(), nanoseconds(560 + 4 + 200 + 150 + 4 + 210) + picoseconds(50 * 20) +
                                           nanoseconds(600 + 150 + 4 + 980 + 450) + picoseconds(58 * 20 + 8 * 10));
}

TEST(NicCost, AnAtomicExecutesAtTheTargetBeforeItIsAnswered) {
  const Profile p = round_profile();
  const Work add{.verb = Verb::atomic};
  const Duration done = nanoseconds(560 + 4 + 200 + 150 + 4 + 210 + 610) + picoseconds(66 * 20);
  EXPECT_EQ(visible(p, add).total(), done);
  EXPECT_EQ(completed(p, add).total(), done + nanoseconds(150 + 980 + 450));
}

TEST(NicCost, TheBusiestPartNamesTheCeiling) {
  const Profile p = round_profile();
  const auto part = [&](const Work& work, const Connections& connections = {}) {
    return std::string(busiest(p, work, connections, 1000).items().at(0).name);
  };
  EXPECT_EQ(part(inline_put), "nic.pipeline_queue");
  EXPECT_EQ(busiest(p, inline_put, {}, 1000).total(), nanoseconds(4000));
  EXPECT_EQ(part({.bytes = {4096}}), "nic.port_queue");
  EXPECT_EQ(busiest(p, {.bytes = {4096}}, {}, 1000).total(), picoseconds(4146 * 20 * 1000));
  EXPECT_EQ(part({.verb = Verb::atomic}), "nic.atomic_queue");
  EXPECT_EQ(busiest(p, {.verb = Verb::atomic}, {}, 1000).total(), nanoseconds(50'000));
  Profile narrow = p;
  narrow.pcie.bandwidth = {1'000'000'000};
  EXPECT_EQ(busiest(narrow, {.bytes = {4096}}, {}, 1000).total(), nanoseconds(4096 * 1000));
}

TEST(NicCost, ConnectionsBeyondTheCacheCostAFetchForEachBatch) {
  Profile p = round_profile();
  const Connections many{.active = 400, .batch = 1};
  EXPECT_EQ(misses(p.nic, many).number, 0) << "a NIC without a limit never misses";
  p.nic.connections = 100;
  EXPECT_EQ(misses(p.nic, {.active = 100}).number, 0);
  EXPECT_EQ(busiest(p, inline_put, {.active = 100}, 1000).total(), nanoseconds(4000));
  // Three of four miss; one fetch begins every 100 ns.
  EXPECT_EQ(busiest(p, inline_put, many, 1000).total(), nanoseconds(75'000));
  EXPECT_EQ(std::string(busiest(p, inline_put, many, 1000).items().at(0).name), "nic.context_fetch");
  EXPECT_EQ(busiest(p, inline_put, {.active = 400, .batch = 15}, 1000).total(), nanoseconds(5'000));
  // What is received comes mixed: of 16 messages there and 16 here, 16 + 1 look for a context anew.
  const Misses both = misses(p.nic, {.active = 400, .batch = 16, .receives = true});
  EXPECT_EQ(both.number * 4 * 16, both.of * 3 * 17);
}

TEST(NicCost, AWindowCarriesItsDepthInEachRoundTrip) {
  const Profile p = round_profile();
  const Duration round_trip = completed(p, inline_put).total();
  EXPECT_EQ(windowed(p, inline_put, 1, 10).total(), round_trip * 10);
  EXPECT_EQ(windowed(p, inline_put, 5, 10).total(), round_trip * 2);
  EXPECT_EQ(windowed(p, inline_put, 1 << 20, 1 << 20).total(), busiest(p, inline_put, {}, 1 << 20).total());
}

RC_GTEST_PROP(NicCost, MoreBytesMessagesOrConnectionsAreNeverFaster, ()) {
  Profile p = round_profile();
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  p.pcie.bandwidth = {upto(100'000'000'000)};
  p.nic.line = {upto(100'000'000'000)};
  p.nic.connections = upto(1000);
  const auto verb = *rc::gen::element(Verb::write, Verb::read);
  const Work few{.verb = verb, .bytes = {upto(100'000)}, .carried = *rc::gen::arbitrary<bool>()};
  Work more = few;
  more.bytes.count += upto(100'000);
  RC_ASSERT(taken(p, few).total() <= taken(p, more).total());
  // Packets are taken to come evenly by payload: of two, a header is a few millionths.
  const auto nearly = [](Duration time) { return time - picoseconds(time.ps / 100'000); };
  RC_ASSERT(nearly(visible(p, few).total()) <= visible(p, more).total());
  RC_ASSERT(nearly(completed(p, few).total()) <= completed(p, more).total());
  RC_ASSERT(completed(p, more).total() >= taken(p, more).total());
  const std::int64_t messages = upto(10'000), batch = upto(20);
  const Connections some{.active = upto(2000), .batch = batch};
  Connections others = some;
  others.active += upto(2000);
  RC_ASSERT(busiest(p, few, some, messages).total() <= busiest(p, more, some, messages).total());
  RC_ASSERT(busiest(p, few, some, messages).total() <= busiest(p, few, some, messages + 1).total());
  RC_ASSERT(busiest(p, few, some, messages).total() <= busiest(p, few, others, messages).total());
}

}  // namespace
}  // namespace gin::models::cost
