// A doorbell never goes back, whenever agents meet: a NIC takes the last value that is written for the truth.
#include <gtest/gtest.h>

#include "tests/unit/meeting_env.hpp"

namespace gin {
namespace {

TEST(Agents, WhoComesWhileAnotherRingsLeavesItsDoorbellToThatOne) {
  test::MeetingAgents agents;
  agents.env.meanwhile = [&] { agents.put(), agents.put(); };
  agents.put();
  EXPECT_EQ(agents.env.doorbells, (std::vector<std::uint64_t>{1, 3}));
}

TEST(Agents, TheDutyIsOverWithTheLastDoorbell) {
  test::MeetingAgents agents;
  agents.env.meanwhile = [&] { agents.put(); };
  agents.put();
  agents.put();
  EXPECT_EQ(agents.env.doorbells, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(agents.words().ringing, 0u);
}

/// One that waits for the lock, while whoever holds it tells of `told` work requests and lets go.
std::vector<std::uint64_t> doorbells_behind_a_lock(std::uint64_t told) {
  test::MeetingAgents agents;
  agents.rules().locks_doorbells = true;
  agents.words().ringing = 1;
  agents.env.while_waiting = [&] { agents.words().posted = told, agents.words().ringing = 0; };
  agents.put();
  EXPECT_EQ(agents.words().ringing, 0u);
  EXPECT_EQ(agents.words().posted, 1u);
  return agents.env.doorbells;
}

TEST(Agents, WhoWaitsForTheLockRingsUnlessItHasBeenToldOf) {
  EXPECT_EQ(doorbells_behind_a_lock(0), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(doorbells_behind_a_lock(1), (std::vector<std::uint64_t>{}));
}

}  // namespace
}  // namespace gin
