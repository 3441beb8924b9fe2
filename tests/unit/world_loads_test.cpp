// Whose loads wait for whose, and what many of them ask of an L2 together.
#include <gtest/gtest.h>

#include "core/device/view.hpp"
#include "core/env/world.hpp"

namespace gin {
namespace {

constexpr Bytes window{1000};

/// A window needs a port for 10 ns of the 100 of a round, the L2 for 1 of 50 and the HBM for 10 of 200.
Machine machine() {
  Machine machine;
  machine.memory = {Bytes{10'000}, nanoseconds(50), nanoseconds(200), Bandwidth{1'000'000'000'000},
                    Bandwidth{100'000'000'000}};
  machine.link = {nanoseconds(100), nanoseconds(100), Bandwidth{100'000'000'000}, Bandwidth{100'000'000'000}};
  machine.link.from_hbm = nanoseconds(40);
  return machine;
}

struct Nothing {
  void happens(std::uint64_t) {}
};

Route from(std::uint32_t peer, std::uint64_t offset = 0, std::uint64_t part = 0) {
  return {Pe{peer}, part, true, {window}, offset, part};
}

/// Ten windows behind the first.
std::int64_t alone_ps(World& world, std::uint32_t me, const Route& route) {
  return world.transfer(Pe{me}, route, {11 * window.count}).alone.ps;
}

TEST(WorldLoads, WaitForOthersAtEitherPort) {
  World world(machine(), {}, 4);
  const std::int64_t first = alone_ps(world, 0, from(1));
  EXPECT_EQ(first, 1'100'000);
  EXPECT_GT(alone_ps(world, 0, from(2)), first) << "the same port in";
  EXPECT_GT(alone_ps(world, 3, from(1)), first) << "the same port out";
}

TEST(WorldLoads, OfOtherPortsMeetNobody) {
  World world(machine(), {}, 4);
  const std::int64_t first = alone_ps(world, 0, from(1));
  EXPECT_EQ(alone_ps(world, 2, from(3)), first);
  EXPECT_EQ(alone_ps(world, 1, from(0)), first) << "the other directions of the same two";
}

TEST(WorldLoads, SendRequestsTheOtherWay) {
  Machine asking = machine();
  asking.link.requests = {1'000'000'000'000};  // a tenth of what they bring
  const auto end = [](World& world, std::uint32_t me) {
    return world.transfer(Pe{me}, from(1 - me), window).through.ps;
  };
  World world(asking, {}, 2);
  const std::int64_t first = end(world, 0);
  EXPECT_EQ(end(world, 1), first + window.count) << "behind the requests of the first";
  World without(machine(), {}, 2);
  EXPECT_EQ(end(without, 0), end(without, 1));
}

TEST(WorldLoads, WaitForOthersOnALinkOfTheirWay) {
  // GPUs 0 - 1 - 2 in a line: what 0 loads from 2 crosses the link that 1 loads from 2 over, and no link of 2's
  // loads.
  Machine line = machine();
  const Duration round = nanoseconds(100);
  line.mesh = {3, {}, {}};
  line.mesh.links.assign(4, {line.link.read, line.link.write});  // 0>1, 1>0, 1>2, 2>1
  line.mesh.ways = {{{}, {}, {}},           {{0}, round, round}, {{0, 2}, round, round},
                    {{1}, round, round},    {{}, {}, {}},        {{2}, round, round},
                    {{3, 1}, round, round}, {{3}, round, round}, {{}, {}, {}}};
  World world(line, {}, 3);
  const std::int64_t first = alone_ps(world, 1, from(2));
  EXPECT_EQ(alone_ps(world, 2, from(0)), first);
  EXPECT_GT(alone_ps(world, 0, from(2)), first);
}

TEST(WorldLoads, WaitLongerTheMoreOthersThereAreAndNotForWhatIsThrough) {
  World world(machine(), {}, 2);
  const std::int64_t first = alone_ps(world, 0, from(1));
  const std::int64_t second = alone_ps(world, 0, from(1)), third = alone_ps(world, 0, from(1));
  EXPECT_NEAR(static_cast<double>(second - first), 10 * 1000, 20) << "a tenth of the port is taken";
  EXPECT_GT(third - second, second - first - 100);
  Nothing later;
  world.simulation.schedule(world.simulation.add_actor(), Instant{} + nanoseconds(5000),
                            sim::action<&Nothing::happens>(later));
  world.simulation.step();
  EXPECT_EQ(alone_ps(world, 0, from(1)), first);
}

TEST(WorldLoads, StoresWaitForTheirTurnOnly) {
  World world(machine(), {}, 2);
  const Route stores{Pe{1}, 0, false, {window}};
  const std::int64_t first = alone_ps(world, 0, stores);
  alone_ps(world, 0, from(1));
  EXPECT_EQ(alone_ps(world, 0, stores), first) << "neither for loads nor for other stores";
}

TEST(WorldLoads, OfMemoryAtHomeMeetInTheL2OrInTheHbm) {
  World world(machine(), {}, 2);
  const Route near{Pe{0}, 1000, true, {window}}, far{Pe{0}, 20'000, true, {window}};
  const std::int64_t in_l2 = alone_ps(world, 0, near), in_hbm = alone_ps(world, 0, far);
  EXPECT_EQ(in_l2, 50'000 * 11);
  EXPECT_EQ(in_hbm, 200'000 * 11);
  EXPECT_GT(alone_ps(world, 0, near), in_l2);
  EXPECT_GT(alone_ps(world, 0, far), in_hbm);
}

TEST(WorldLoads, ThatExceedTheL2TogetherComeFromTheHbm) {
  World world(machine(), {}, 4);
  // From different PEs, so that no port in is shared; each asks for 4000 bytes of 10,000 that the peer's L2 holds.
  const auto latency_ns = [&](std::uint32_t me, std::uint64_t offset, std::uint64_t part = 4000) {
    const Passage taken = world.transfer(Pe{me}, from(3, offset, part), {4000});
    return (taken.end - taken.through).ps / 1000;
  };
  EXPECT_EQ(latency_ns(0, 0), 100);
  EXPECT_EQ(latency_ns(1, 2000), 100) << "6000 bytes";
  EXPECT_EQ(latency_ns(2, 0), 100) << "still 6000";
  EXPECT_EQ(latency_ns(2, 7000), 100) << "10,000";
  EXPECT_EQ(latency_ns(2, 20'000, 100), 140) << "10,100";
}

TEST(WorldLoads, SayWhereLittleOfAViewIsInUse) {
  std::uint64_t words[100];
  const Local<std::uint64_t> view(words, 100, Pe{0});
  const auto* heap = reinterpret_cast<const unsigned char*>(words);
  EXPECT_EQ(route_of(Pe{0}, reads(view), {}, heap).footprint, 800u);
  EXPECT_EQ(route_of(Pe{0}, in_use(reads(view), 300), {}, heap).footprint, 300u);
  EXPECT_EQ(route_of(Pe{0}, in_use(reads(view), 3000), {}, heap).footprint, 800u);
}

}  // namespace
}  // namespace gin
