// What stands between the GPUs: a switch or links between pairs, rails and the switches above them, and in which
// order messages meet there.
#include "core/base/error.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;

constexpr const char* mesh_file = "scenarios/library/nvswitch_against_mesh.json";
constexpr const char* rails_file = "scenarios/library/rails_aligned_against_cross.json";
constexpr const char* rails_alone = "tests/effects/rails.json";  // packets go one way, a context after each message

TEST(Mesh, AnAllToAllIsTwiceAsFastOverASwitchOfTheSameBandwidth) {
  const trace::Result result = laboratory::run(mesh_file);
  for (const char* bytes : {"1024", "65536", "4194304"}) {
    const std::int64_t gap = percent(row(result, {"mesh", bytes}), row(result, {"crossbar", bytes}));
    EXPECT_GE(gap, 200) << bytes;
    EXPECT_LE(gap, 400) << bytes;
  }
}

TEST(Mesh, ANeighbourIsAsNearAsOverASwitch) {
  // GPUs 0 and 1, eight bytes: no queue anywhere, one link.
  const trace::Result result = laboratory::run("tests/effects/mesh.json", {{"cluster.gpus_per_node", "2"}});
  // But for the eight bytes' own time on one brick instead of six.
  EXPECT_LT(row(result, {"mesh"}).p50_ps() - row(result, {"crossbar"}).p50_ps(), 1000);
}

TEST(Mesh, LeavesTheSameBytes) {
  const trace::Result result = laboratory::run("tests/effects/mesh.json", {{"params.bytes", "4096"}});
  for (const trace::Row& each : result.rows) EXPECT_TRUE(each.verified) << each.mismatch;
}

TEST(Mesh, HasNoMoreGpusThanItsLinksJoin) {
  try {
    laboratory::run(mesh_file, {{"cluster.gpus_per_node", "9"}});
    ADD_FAILURE() << "was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_input);
    const std::string message = error.what();
    EXPECT_NE(message.find("$.cluster.gpus_per_node: expected at most 8"), std::string::npos) << message;
  }
}

TEST(Alltoall, MeetingAtOnePeerCostsWhereOneMessageIsThroughBeforeTheNextIsAskedFor) {
  const trace::Result result = laboratory::run("scenarios/library/alltoall_order.json");
  EXPECT_LE(percent(row(result, {"same", "1024"}), row(result, {"rotated", "1024"})), 105);
  EXPECT_GE(percent(row(result, {"same", "65536"}), row(result, {"rotated", "65536"})), 120);
  // Messages that are longer than it takes to ask for all of them go to all peers at once, a packet each in turn.
  EXPECT_LE(percent(row(result, {"same", "1048576"}), row(result, {"rotated", "1048576"})), 105);
}

TEST(RingRate, AgentsWithQueuesOfTheirOwnDoNotSlowEachOtherAndThoseOfOneThreadDo) {
  const trace::Result result = laboratory::run("scenarios/library/ring_rate.json");
  EXPECT_LE(percent(row(result, {"agents", "1", "64"}), row(result, {"agents", "1", "1"})), 110);
  EXPECT_GE(percent(row(result, {"tuned proxy", "1", "64"}), row(result, {"tuned proxy", "1", "16"})), 300);
  EXPECT_GE(percent(row(result, {"tuned proxy", "1", "64"}), row(result, {"tuned proxy", "2", "64"})), 180);
}

TEST(Rails, TurnsOfEightPeersKeepHalfOfTheNicsIdle) {
  const trace::Result result = laboratory::run(rails_file);
  const auto gap = [&](const char* turn, const char* bytes) {
    return percent(row(result, {"cross", turn, bytes}), row(result, {"aligned", turn, bytes}));
  };
  EXPECT_GE(gap("16", "1048576"), 200);
  EXPECT_LE(gap("16", "1048576"), 300);
  // Where commands, not bytes, keep the sender busy, fewer NICs are missed; so they are where turns are short.
  EXPECT_LE(gap("16", "65536"), gap("16", "1048576"));
  for (const char* bytes : {"65536", "1048576"}) EXPECT_LE(gap("1", bytes) * 4, gap("16", bytes) * 3) << bytes;
}

TEST(Rails, AcrossThemTheBenchmarkOfTheFieldIsTwoToAlmostThreeTimesSlower) {
  // A quarter of its messages, turns and windows (models/validation/efa_rails.json): one sender a GPU.
  const trace::Result result = laboratory::run(rails_alone, {{"cluster.gpus_per_node", "8"},
                                                             {"launch.agents", "1"},
                                                             {"params.bytes", "262144"},
                                                             {"params.count", "250"},
                                                             {"params.order", "same"},
                                                             {"params.turn", "16"},
                                                             {"params.window", "64"},
                                                             {"params.parts", "2"}});
  EXPECT_GE(percent(row(result, {"cross"}), row(result, {"aligned"})), 200);
  EXPECT_LE(percent(row(result, {"cross"}), row(result, {"aligned"})), 270);
}

TEST(Spine, UplinksSlowDownWhatCrossesThemAndNothingElse) {
  const trace::Result open = laboratory::run(rails_alone);
  std::int64_t before = row(open, {"cross"}).p50_ps();
  for (const char* share : {"80", "50", "20"}) {
    const trace::Result narrow = laboratory::run(rails_alone, {{"profile.wire.uplink_percent", share}});
    EXPECT_EQ(row(narrow, {"aligned"}).p50_ps(), row(open, {"aligned"}).p50_ps()) << share;
    EXPECT_GT(row(narrow, {"cross"}).p50_ps(), before) << share;
    before = row(narrow, {"cross"}).p50_ps();
  }
  EXPECT_GE(before * 100 / row(open, {"cross"}).p50_ps(), 300) << "a fifth of the uplinks";
}

TEST(Spine, ItsLatencyIsPaidThereAndBackByWhatCrossesIt) {
  const std::vector<scenario::Assignment> single = {{"params.count", "1"}, {"launch.agents", "1"}};
  std::vector<scenario::Assignment> longer = single;
  longer.push_back({"profile.wire.spine_ns", "10000"});
  const trace::Result near = laboratory::run(rails_alone, single), far = laboratory::run(rails_alone, longer);
  EXPECT_EQ(row(far, {"aligned"}).p50_ps(), row(near, {"aligned"}).p50_ps());
  // The last message crosses, and its acknowledgement comes back.
  EXPECT_EQ(row(far, {"cross"}).p50_ps(), row(near, {"cross"}).p50_ps() + 20'000'000);
}

TEST(Spine, IsNotCrossedBetweenEqualPlacesHoweverManyThereAre) {
  for (const std::string gpus : {"1", "2", "3", "5", "6"}) {
    const std::vector<scenario::Assignment> near = {{"params.count", "2"}, {"cluster.gpus_per_node", gpus}};
    std::vector<scenario::Assignment> far = near;
    far.push_back({"profile.wire.spine_ns", "10000"});
    EXPECT_EQ(row(laboratory::run(rails_alone, far), {"aligned"}).p50_ps(),
              row(laboratory::run(rails_alone, near), {"aligned"}).p50_ps())
        << gpus;
  }
}

}  // namespace
}  // namespace gin
