// What an agent pays itself: handing over, fences, single accesses.
#include "models/cost/agent.hpp"

#include <gtest/gtest.h>

#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

using test::round_profile;
using test::round_stack;

TEST(AgentCost, IssueIsWhatTheAgentDoesOnEachPath) {
  Stack s = round_stack();
  Profile p = round_profile();
  p.gpu.atomic = nanoseconds(190);
  EXPECT_EQ(issue(p, s, Handing::gpu).total(), nanoseconds(20 + 155 + 510 + 15));
  EXPECT_EQ(issue(p, s, Handing::gpu, 3).total(), nanoseconds(20 + 3 * 155 + 510 + 15));
  EXPECT_EQ(issue(p, s, Handing::cpu_doorbell).total(), nanoseconds(20 + 155 + 510 + 230));
  EXPECT_EQ(issue(p, s, Handing::proxy).total(), nanoseconds(20 + 130));
  s.gpu.doorbells = Doorbells::locked;
  EXPECT_EQ(issue(p, s, Handing::gpu).total(), nanoseconds(20 + 155 + 510 + 2 * 190 + 15));
  EXPECT_EQ(issue(p, s, Handing::cpu_doorbell).total(), nanoseconds(20 + 155 + 510 + 230))
      << "a note needs no lock";
}

TEST(AgentCost, ASystemFenceWaitsForThePeersAnswerADeviceFenceDoesNot) {
  Profile p = round_profile();
  EXPECT_EQ(fence(p, FenceScope::none, Outstanding::peer_stores).total(), Duration{});
  EXPECT_EQ(fence(p, FenceScope::device, Outstanding::peer_stores).total(), nanoseconds(250));
  EXPECT_EQ(fence(p, FenceScope::system, Outstanding::nothing).total(), nanoseconds(500));
  EXPECT_EQ(fence(p, FenceScope::system, Outstanding::peer_stores).total(), nanoseconds(800));  // there and back
  EXPECT_EQ(fence(p, FenceScope::system, Outstanding::posted_writes).total(), nanoseconds(500 + 700));
  EXPECT_EQ(fence(p, FenceScope::device, Outstanding::posted_writes).total(), nanoseconds(250));
  p.gpu.fence_system = nanoseconds(1000);
  EXPECT_EQ(fence(p, FenceScope::system, Outstanding::peer_stores).total(), nanoseconds(1000));
}

TEST(AgentCost, EachFenceOfAPostIsPaid) {
  const Profile p = round_profile();
  const Duration bare = nanoseconds(20 + 155 + 15);
  EXPECT_EQ(fenced_post(p, round_stack(), FenceScope::device, 0).total(), bare);
  EXPECT_EQ(fenced_post(p, round_stack(), FenceScope::device, 2).total(), bare + nanoseconds(500));
  EXPECT_EQ(fenced_post(p, round_stack(), FenceScope::system, 2).total(), bare + nanoseconds(1000 + 700))
      << "the first finds the doorbell of the post before";
}

TEST(AgentCost, AccessesCostTheirWay) {
  const Profile p = round_profile();
  const auto cost = [&](Access what, Word word) { return access(p, what, word).total(); };
  constexpr Word home{}, home_hbm{false, false}, peer{true, true}, peer_hbm{true, false};
  EXPECT_EQ(cost(Access::load, home), nanoseconds(100));
  EXPECT_EQ(cost(Access::load, home_hbm), nanoseconds(300));
  EXPECT_EQ(cost(Access::load, peer), nanoseconds(900));
  EXPECT_EQ(cost(Access::load, peer_hbm), nanoseconds(1100));
  EXPECT_EQ(cost(Access::store, home), Duration{});
  EXPECT_EQ(cost(Access::store, peer), nanoseconds(400));
  EXPECT_EQ(cost(Access::release, home), nanoseconds(500));
  EXPECT_EQ(cost(Access::release, peer), nanoseconds(800));
  EXPECT_EQ(cost(Access::atomic, home), nanoseconds(110));
  EXPECT_EQ(cost(Access::atomic, peer), nanoseconds(400));
  EXPECT_EQ(cost(Access::fetch_atomic, home), nanoseconds(110));
  EXPECT_EQ(cost(Access::fetch_atomic, peer), nanoseconds(900));
}

}  // namespace
}  // namespace gin::models::cost
