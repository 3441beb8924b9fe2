// Links between pairs of GPUs in virtual time: who shares one waits for it, and nobody else.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

#include "core/env/world.hpp"

namespace gin {
namespace {

constexpr Bytes kilobyte{1000};

/// GPUs 0 - 1 - 2 in a line. A link stores a byte in a nanosecond and loads it in two.
Machine line() {
  Machine machine;
  machine.memory = {Bytes{1 << 20}, {}, {}, Bandwidth{1'000'000'000'000}, Bandwidth{1'000'000'000'000}};
  machine.link = {nanoseconds(7), nanoseconds(7), Bandwidth{1}, Bandwidth{1}};  // of a switch that is not there
  machine.mesh.gpus = 3;
  machine.mesh.links.assign(4, {Bandwidth{500'000'000}, Bandwidth{1'000'000'000}});  // 0>1, 1>0, 1>2, 2>1
  const Duration load = nanoseconds(100), store = nanoseconds(40);
  machine.mesh.ways = {{{}, {}, {}}, {{0}, load, store}, {{0, 2}, load * 2, store * 2}, {{1}, load, store},
                       {{}, {}, {}}, {{2}, load, store}, {{3, 1}, load * 2, store * 2}, {{3}, load, store},
                       {{}, {}, {}}};
  return machine;
}

/// Everything fits into flight at once, so that only links take time.
Route stores_to(std::uint32_t peer) {
  return {Pe{peer}, 0, false, posted_stores};
}
Route loads_from(std::uint32_t peer) {
  return {Pe{peer}, 0, true, posted_stores};
}

std::int64_t through_ns(World& world, std::uint32_t me, const Route& route) {
  return (world.transfer(Pe{me}, route, kilobyte).through - Instant{}).ps / 1000;
}

TEST(Mesh, AStoreCrossesEachLinkOfItsWayAtTheSameTime) {
  World world(line(), {}, 3);
  EXPECT_EQ(through_ns(world, 0, stores_to(2)), 1000);
  EXPECT_EQ(through_ns(world, 0, stores_to(1)), 2000) << "the first link was taken";
  EXPECT_EQ(through_ns(world, 1, stores_to(2)), 2000) << "and the second";
}

TEST(Mesh, DirectionsOfALinkAreApart) {
  World world(line(), {}, 3);
  EXPECT_EQ(through_ns(world, 0, stores_to(2)), 1000);
  EXPECT_EQ(through_ns(world, 2, stores_to(0)), 1000);
}

TEST(Mesh, ALoadTakesTheWayOfItsBytes) {
  World world(line(), {}, 3);
  const Passage taken = world.transfer(Pe{0}, loads_from(2), kilobyte);
  EXPECT_EQ(taken.through, Instant{} + nanoseconds(2000));
  EXPECT_EQ(taken.end, Instant{} + nanoseconds(2200)) << "two links of latency";
  EXPECT_EQ(through_ns(world, 0, stores_to(2)), 1000) << "the other way is free";
  EXPECT_EQ(through_ns(world, 2, stores_to(1)), 3000) << "this one is not";
}

TEST(Mesh, NodesHaveLinksOfTheirOwn) {
  World world(line(), {}, 6);
  EXPECT_EQ(through_ns(world, 0, stores_to(1)), 1000);
  EXPECT_EQ(through_ns(world, 3, stores_to(4)), 1000);
  EXPECT_EQ(through_ns(world, 3, stores_to(4)), 2000);
}

TEST(Mesh, LatencyIsThatOfThePair) {
  const Machine machine = line();
  EXPECT_EQ(machine.store_latency(Pe{0}, Pe{1}), nanoseconds(40));
  EXPECT_EQ(machine.store_latency(Pe{3}, Pe{5}), nanoseconds(80));
  EXPECT_EQ(machine.load_latency(Pe{2}, Pe{0}), nanoseconds(200));
}

RC_GTEST_PROP(Mesh, MoreTrafficNeverEndsEarlier, ()) {
  using Sent = std::tuple<std::uint32_t, std::uint32_t>;
  const auto gpu = rc::gen::inRange<std::uint32_t>(0, 3);
  const auto sent = *rc::gen::container<std::vector<Sent>>(rc::gen::tuple(gpu, gpu));
  const auto last = [&](std::size_t first) {
    World world(line(), {}, 3);
    for (std::size_t i = first; i < sent.size(); ++i) {
      const auto& [from, to] = sent[i];
      if (from != to) world.transfer(Pe{from}, stores_to(to), kilobyte);
    }
    return world.transfer(Pe{0}, stores_to(2), kilobyte).through;
  };
  RC_ASSERT(last(0) >= last(sent.size() / 2));
  RC_ASSERT(last(sent.size() / 2) >= last(sent.size()));
}

}  // namespace
}  // namespace gin
