// Computing takes the longer of its multiply-adds and its reading, and whichever it was is what the time went into.
#include <gtest/gtest.h>

#include <string>

#include "core/device/compute.hpp"
#include "core/env/wall_env.hpp"
#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

/// 4 ps a multiply-add, 1 ps a byte of memory.
Machine computing_machine() {
  Machine machine = test::still_machine();
  machine.gpu.multiply_adds = {250'000'000'000};
  return machine;
}

Access with(std::uint64_t operations, std::uint64_t bytes) {
  Access access;
  access.lane_bytes = access.footprint_bytes = bytes;
  access.operations = operations;
  return access;
}

struct Spent {
  std::int64_t ps;
  std::string item;  ///< all that it went into
};
Spent spent_on(const Access& access) {
  test::SmallWorld small(computing_machine());
  VirtualEnv& env = small.spawn([&](VirtualEnv& agent) { EXPECT_TRUE(agent.touch(access, 1)); });
  small.run();
  Spent spent{small.world.now().ps, ""};
  for (const sim::CausalPath::Share& share : small.world.path.shares(env.chain())) spent.item += share.item;
  return spent;
}

TEST(Computing, TakesItsMultiplyAddsToThePicosecond) {
  const Spent spent = spent_on(with(12'345, 0));
  EXPECT_EQ(spent.ps, 12'345 * 4);
  EXPECT_EQ(spent.item, "agent.compute");
}

TEST(Computing, HidesTheReadingThatIsShorter) {
  const Spent spent = spent_on(with(1000, 3999));
  EXPECT_EQ(spent.ps, 4000);
  EXPECT_EQ(spent.item, "agent.compute");
}

TEST(Computing, IsHiddenByReadingThatIsLonger) {
  const Spent spent = spent_on(with(1000, 4001));
  EXPECT_EQ(spent.ps, spent_on(with(0, 4001)).ps);
  EXPECT_EQ(spent.ps, 4001);
  EXPECT_EQ(spent.item, "memory.transfer");
}

TEST(Computing, BeginsWhenWhatWasChargedBeforeIsOver) {
  Machine machine = computing_machine();
  machine.gpu[Cost::call] = nanoseconds(7);
  test::SmallWorld small(machine);
  small.spawn([](VirtualEnv& agent) {
    agent.charge(Cost::call, 1);
    agent.touch(with(1000, 10), 1);
  });
  small.run();
  EXPECT_EQ(small.world.now().ps, 7000 + 4000);
}

TEST(Computing, OfMoreThanTheClockCanHoldIsRefusedByItsName) {
  try {
    spent_on(with(~std::uint64_t{0}, 0));
    FAIL() << "expected that it is refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_input);
    EXPECT_NE(std::string(error.what()).find("agent.compute"), std::string::npos) << error.what();
  }
}

TEST(Computing, IsDoneWhereNobodyKeepsTime) {
  WallWorld world;
  WallEnv env(world, {});
  EXPECT_FALSE(env.touch(with(1000, 10), 1));
}

/// One of many lanes, without the others.
struct LaneOf {
  std::uint32_t me, all;
  std::uint32_t lane() const { return me; }
  std::uint32_t lanes() const { return all; }
  void sync() {}
  std::uint64_t broadcast(std::uint64_t value) const { return value; }
  Scan scan(std::uint64_t value) const { return {0, value}; }
};

TEST(Computing, OfAnySizeReadsNothingBesideItsBytes) {
  for (const std::uint32_t lanes : {1, 7, 32})
    for (const std::uint64_t operations : {0, 1, 100, 5000})
      for (std::uint64_t bytes = 0; bytes < 200; bytes += 9) {
        const std::vector<unsigned char> heap(bytes + 12);  // the address sanitizer looks at its end
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
          EXPECT_EQ(multiply_and_add(LaneOf{lane, lanes}, {operations, bytes, Place{12, bytes, 12}}, heap.data()),
                    0U);
      }
}

}  // namespace
}  // namespace gin
