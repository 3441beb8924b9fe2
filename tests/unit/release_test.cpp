// What a signal that goes by a store costs: a release waits as a fence does, unless the agent has drained.
#include <gtest/gtest.h>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

Duration telling(const AtomicMove& atomic) {
  Machine machine = test::still_machine();
  machine.gpu[Cost::fence_system] = {594'000};
  test::SmallWorld small(machine);
  small.spawn([&](VirtualEnv& agent) {
    agent.atomic(atomic);
    agent.settle();
  });
  small.run();
  return small.world.now() - Instant{};
}

TEST(Release, WaitsAsAFenceDoes) {
  EXPECT_EQ(telling({.peer = Pe{0}, .remote = 64, .value = 1}).ps, 594'000);
}

TEST(Release, IsNoneWhereTheAgentHasDrained) {
  EXPECT_EQ(telling({.peer = Pe{0}, .remote = 64, .value = 1, .drained = true}).ps, 0);
}

TEST(Release, OfAnAtomicThatIsWaitedForIsPartOfIt) {
  EXPECT_EQ(telling({.peer = Pe{0}, .remote = 64, .value = 1, .fetches = true}).ps, 0);
}

}  // namespace
}  // namespace gin
