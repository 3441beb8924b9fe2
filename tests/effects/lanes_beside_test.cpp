// Lanes that each send to a peer of their own do so at the same time.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

/// Everybody sends 64 bytes to everybody.
std::int64_t to_others(std::int64_t nodes, const std::string& program, const std::string& path = "gpu",
                       const std::string& scope = "warp") {
  return laboratory::run("tests/effects/to_others.json", {{"cluster.nodes", std::to_string(nodes)},
                                                          {"program", program},
                                                          {"path", path},
                                                          {"launch.scope", scope}})
      .rows.at(0)
      .p50_ps();
}

/// What each peer more takes.
std::int64_t more(const std::string& program, const std::string& path, const std::string& scope) {
  return (to_others(30, program, path, scope) - to_others(14, program, path, scope)) / 16;
}

TEST(LanesOfAWarp, PostToDifferentPeersAtTheSameTime) {
  EXPECT_LT(more("alltoall_lanes", "gpu", "warp") * 4, more("alltoall", "gpu", "warp"));
}

TEST(LanesOfAWarp, PushIntoTheRingAtTheSameTime) {
  EXPECT_LT(to_others(30, "alltoall_lanes", "proxy"), to_others(30, "alltoall_lanes", "proxy", "thread"));
}

TEST(LanesOfAWarp, AreMoreThanAThreadHas) {
  EXPECT_GT(more("alltoall_lanes", "gpu", "thread"), 4 * more("alltoall_lanes", "gpu", "warp"));
}

TEST(LanesOfAWarp, GoOnWithThoseOfTheNextOnesWhenAllHavePosted) {
  EXPECT_GT(to_others(33, "alltoall_lanes") - to_others(32, "alltoall_lanes"),
            4 * more("alltoall_lanes", "gpu", "warp"));
}

/// Of the longest chain, how often it looked whether a queue was through.
std::int64_t looks(std::int64_t nodes, const std::string& scope) {
  const trace::Result result = laboratory::run("tests/effects/to_others.json",
                                               {{"cluster.nodes", std::to_string(nodes)}, {"launch.scope", scope}});
  for (const trace::PathItem& item : result.rows.at(0).critical_path)
    if (item.item == "agent.poll_completion") return item.count;
  return 0;
}

TEST(LanesOfAWarp, LookAtTheirQueuesAtTheSameTime) {
  EXPECT_EQ(looks(30, "warp"), looks(14, "warp"));
  EXPECT_GE(looks(30, "thread"), looks(14, "thread") + 16);
}

TEST(AlltoallLanes, RefusesToSignalInAnotherWayThanItDoes) {
  EXPECT_NO_THROW(laboratory::run("tests/effects/to_others.json", {{"signalling", "put_signal"}}));
  EXPECT_THROW(laboratory::run("tests/effects/to_others.json", {{"signalling", "put_fence_flag"}}), Error);
}

}  // namespace
}  // namespace gin
