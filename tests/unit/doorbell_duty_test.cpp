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

}  // namespace
}  // namespace gin
