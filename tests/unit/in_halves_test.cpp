// A loop over lanes in two halves: each element once, loads ahead of stores, and what that saves of waiting.
#include "core/device/in_halves.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

template <class Load, class Store>
void visit_in_halves(std::uint64_t first, std::uint64_t step, std::uint64_t n, Load load, Store store) {
  visit(InHalves<Load, Store>{load, store}, first, step, n);
}

TEST(InHalves, EachLaneHasItsOwnElementsOnceWhateverIsLeftOver) {
  for (std::uint64_t lanes : {1, 3, 32})
    for (std::uint64_t n = 0; n < 300; ++n) {
      std::vector<std::uint64_t> stored(n);
      for (std::uint64_t lane = 0; lane < lanes; ++lane)
        visit_in_halves(
            lane, lanes, n, [](std::uint64_t i) { return i + 7; },
            [&](std::uint64_t i, std::uint64_t value) { stored.at(i) += value; });
      for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(stored[i], i + 7) << lanes << " lanes, " << n;
    }
}

TEST(InHalves, FourLoadsComeBeforeTheFirstOfTheirStores) {
  std::string order;
  visit_in_halves(
      0, 1, 6, [&](std::uint64_t i) { return order += "l" + std::to_string(i), 0; },
      [&](std::uint64_t i, int) { order += "s" + std::to_string(i); });
  EXPECT_EQ(order, "l0l1l2l3s0s1s2s3l4l5s4s5");
}

TEST(InHalves, BytesAheadAreThoseOfOneStepWhereTheLoopStoresInOnePiece) {
  const Access read{.pe = Pe{0}, .lane_bytes = 8}, write{.pe = Pe{0}, .writes = true, .lane_bytes = 16};
  const auto one_piece = [](std::uint64_t) {};
  using Halves = InHalves<decltype(one_piece), decltype(one_piece)>;
  EXPECT_EQ(bytes_ahead<decltype(one_piece)>(views(read, read, write)), 16);
  EXPECT_EQ(bytes_ahead<decltype(one_piece)>(views(read, read)), 0) << "as a copy";
  EXPECT_EQ(bytes_ahead<Halves>(views(read, read, write)), 64);
  EXPECT_EQ(bytes_ahead<decltype(one_piece)>(views(write)), 0);
}

TEST(InHalves, OfATileHaveNothingOfTheNextUnderWay) {
  const Access block{.pe = Pe{0}, .lane_bytes = 16}, beside{.pe = Pe{0}, .lane_bytes = 8};
  const auto ahead = [&](std::uint64_t rounds) {
    const auto loaded = loaded_by_tiles(views(block, beside), rounds);
    EXPECT_EQ(loaded.access[1].lane_ahead * 2, loaded.access[0].lane_ahead) << "each by itself";
    return loaded.access[0].lane_ahead;
  };
  EXPECT_EQ(ahead(1), 16U);
  EXPECT_EQ(ahead(3), 48U);
  EXPECT_EQ(ahead(9), 64U);
}

/// 32 lanes read 1024 times 4 bytes; a load takes 100 ns, memory no time.
std::int64_t reading(std::uint64_t lane_ahead) {
  Machine machine = test::still_machine();
  machine.memory.l2_load = {100'000};
  machine.memory.l2 = {1'000'000'000'000'000'000};
  machine.gpu.load.in_flight = {2048};
  machine.gpu.lanes = 32;
  test::SmallWorld small(machine);
  const Access access{.pe = Pe{0}, .lane_bytes = 4, .footprint_bytes = 4096, .lane_ahead = lane_ahead};
  small.spawn([&](VirtualEnv& agent) { agent.touch(access, 1024); });
  small.run();
  return small.world.now().ps;
}

TEST(InHalves, WaitsForEveryRoundOfItsLoads) {
  EXPECT_EQ(reading(4), 32 * 100'000);  // 128 bytes under way
  EXPECT_EQ(reading(16), 8 * 100'000);
  EXPECT_EQ(reading(1024), 2 * 100'000) << "no more than the agent can have under way";
  EXPECT_EQ(reading(0), 2 * 100'000) << "a copy's loop";
}

}  // namespace
}  // namespace gin
