// What lanes compute in their loops: an instruction after the other, beside what others load and behind what they load themselves.
#include <gtest/gtest.h>

#include <string>

#include "core/device/in_halves.hpp"
#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

/// 32 lanes, each with 8 bytes under way, of a load that takes 100 ns; 2 ns an instruction.
Machine of_lanes(Bandwidth memory = {1'000'000'000'000'000'000}) {
  Machine machine = test::still_machine();
  machine.memory.l2_load = nanoseconds(100);
  machine.memory.l2 = memory;
  machine.gpu.load.in_flight = {32 * 8};
  machine.gpu.lanes = 32;
  machine.gpu.instruction = nanoseconds(2);
  return machine;
}

/// So many elements, of which a lane reads `bytes` each and issues `instructions` for.
struct Loop {
  std::uint64_t elements;
  std::uint64_t bytes;
  std::uint64_t instructions;
};
struct Spent {
  std::int64_t ns = 0;
  std::int64_t computing_ns = 0;  ///< of them, what shows as such
};
Spent spent_on(const Loop& loop, const Machine& machine = of_lanes()) {
  test::SmallWorld small(machine);
  const Access access{
      .pe = Pe{0}, .lane_bytes = loop.bytes, .footprint_bytes = 4096, .instructions = loop.instructions};
  VirtualEnv& env = small.spawn([&](VirtualEnv& agent) { agent.touch(access, loop.elements); });
  small.run();
  Spent spent{small.world.now().ps / 1000, 0};
  for (const sim::CausalPath::Share& share : small.world.path.shares(env.chain()))
    if (share.item == std::string("agent.compute")) spent.computing_ns += share.time.ps / 1000;
  return spent;
}

TEST(Issuing, TakesARoundForEveryElementOfALane) {
  EXPECT_EQ(spent_on({1, 0, 10}).ns, 20);
  EXPECT_EQ(spent_on({32, 0, 10}).ns, 20);
  EXPECT_EQ(spent_on({33, 0, 10}).ns, 40);
  EXPECT_EQ(spent_on({33, 0, 10}).computing_ns, 40);
  EXPECT_EQ(spent_on({33, 0, 0}).ns, 0);
}

TEST(Issuing, ComesBehindTheLoadsOfEveryRound) {
  const Spent spent = spent_on({3 * 32, 8, 10});
  EXPECT_EQ(spent.ns, 3 * (100 + 20));
  EXPECT_EQ(spent.computing_ns, 3 * 20);
}

TEST(Issuing, IsDoneWhileOthersWaitForTheMemory) {
  const Machine slow = of_lanes({1'000'000'000});  // 1 ns a byte: rounds of 256 ns
  const std::int64_t loads = spent_on({3 * 32, 8, 0}, slow).ns;
  ASSERT_EQ(loads, 3 * 256 + 100);
  EXPECT_EQ(spent_on({3 * 32, 8, 10}, slow).ns, loads) << "all loads and instructions of a lane take 360 ns";
  EXPECT_EQ(spent_on({3 * 32, 8, 100}, slow).ns, 3 * (100 + 200)) << "but not these";
}

TEST(Issuing, IsWhatTheLoopDeclares) {
  const Access read{.pe = Pe{0}};
  EXPECT_EQ(views(read, read).instructions, 0U);
  EXPECT_EQ(views(read).issuing(7).instructions, 7U);
  EXPECT_EQ(views().issuing(7).instructions, 7U);
}

}  // namespace
}  // namespace gin
