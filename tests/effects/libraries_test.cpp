// One machine, the stacks' own numbers: which library is better at what. Nothing in ginlab knows; these tests do.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;

TEST(Libraries, ATunedProxyBeatsIbgdaOnASinglePutAndItsCompletion) {
  const trace::Result result = laboratory::run("scenarios/library/single_put_libraries.json");
  EXPECT_GE(percent(row(result, {"IBGDA"}), row(result, {"tuned proxy"})), 200);
}

TEST(Libraries, IbgdaBeatsASingleProxyThreadThreefoldWhereManyTokensGoToManyExperts) {
  const trace::Result result = laboratory::run("scenarios/library/moe_libraries.json");
  EXPECT_GE(percent(row(result, {"IBRC"}), row(result, {"IBGDA"})), 300);
}

TEST(Libraries, AreLevelWhereAFewLargeBlocksGoToEachPeer) {
  const trace::Result result = laboratory::run("scenarios/library/alltoall_libraries.json");
  const trace::Row& ibgda = row(result, {"IBGDA"});
  const trace::Row& ibrc = row(result, {"IBRC"});
  EXPECT_LE(percent(ibrc, ibgda), 110);
  EXPECT_LE(percent(ibgda, ibrc), 110);
}

/// Sixteen GPUs on two nodes send to everybody, as one agent each.
std::int64_t ibrc_of_ibgda(const std::string& bytes) {
  const auto time = [&](const std::string& stack, const std::string& path) {
    return laboratory::run("tests/effects/alltoall.json", {{"cluster.nodes", "2"},
                                                           {"cluster.gpus_per_node", "8"},
                                                           {"cluster.profile", "dgx-h100-cx7"},
                                                           {"stack", stack},
                                                           {"launch.agents", "1"},
                                                           {"path.same_node", "pointer"},
                                                           {"path.other_node", path},
                                                           {"payload", "phantom"},
                                                           {"params.bytes", bytes},
                                                           {"params.count", "1"},
                                                           {"params.contexts", "1"},
                                                           {"params.turn", "1"},
                                                           {"params.window", "0"},
                                                           {"measure.warmup", "0"},
                                                           {"measure.iterations", "1"}})
        .rows.at(0);
  };
  return percent(time("nvshmem-ibrc", "proxy"), time("nvshmem-ibgda", "gpu"));
}

TEST(Libraries, IbrcIsAheadWhereSixteenGpusSendFewSmallMessagesAndLevelWhereTheySendLargeOnes) {
  EXPECT_LE(ibrc_of_ibgda("64"), 80);
  EXPECT_GE(ibrc_of_ibgda("1048576"), 90);
  EXPECT_LE(ibrc_of_ibgda("1048576"), 110);
}

TEST(Libraries, AColdProxyIsTwiceBehindInDispatchOfDeepSeeksTokensTo64Pes) {
  const auto time = [](const std::string& stack, const std::string& path) {
    return laboratory::run("tests/effects/moe.json", {{"cluster.nodes", "8"},
                                                      {"cluster.gpus_per_node", "8"},
                                                      {"stack", stack},
                                                      {"path.same_node", "pointer"},
                                                      {"path.other_node", path},
                                                      {"profile.host.clock", "cold"},
                                                      {"payload", "phantom"},
                                                      {"params.tokens", "128"},
                                                      {"params.hidden", "7168"},
                                                      {"params.experts_per_pe", "4"},
                                                      {"params.top_k", "8"},
                                                      {"params.routing", "random"},
                                                      {"params.phase", "dispatch"},
                                                      {"launch.agents", "128"},
                                                      {"measure.warmup", "0"},
                                                      {"measure.iterations", "1"}})
        .rows.at(0);
  };
  EXPECT_GE(percent(time("nvshmem-ibrc", "proxy"), time("nvshmem-ibgda", "gpu")), 200);
}

TEST(ProxyThreads, HelpDispatchLessEachTime) {
  const trace::Result result = laboratory::run("scenarios/library/moe_proxy_threads.json");
  const std::int64_t two = percent(row(result, {"1"}), row(result, {"2"}));
  const std::int64_t four = percent(row(result, {"2"}), row(result, {"4"}));
  EXPECT_GT(two, four);
  EXPECT_GT(four, 100);
}

TEST(SignalsWithoutOrder, TheTargetPutsThemInOrderInAboutHalfTheTimeThatTheSourceNeeds) {
  const trace::Result result = laboratory::run("scenarios/library/signals_without_order.json");
  for (const char* mode : {"receiver_count", "receiver_reorder"})
    for (const char* bytes : {"8", "1024", "65536"}) {
      const std::int64_t ratio = percent(row(result, {"sender_hold", bytes}), row(result, {mode, bytes}));
      EXPECT_GE(ratio, 160) << mode << " " << bytes;
      EXPECT_LE(ratio, 250) << mode << " " << bytes;
    }
}

TEST(CpuDoorbell, CostsMoreThanTheAgentsOwn) {
  const trace::Result result = laboratory::run("scenarios/library/who_rings.json");
  for (const char* nodes : {"4", "16", "64"})
    EXPECT_GT(percent(row(result, {"gpu-cpu-doorbell", nodes}), row(result, {"gpu", nodes})), 102) << nodes;
}

/// Only the latency between two calls: gets in turn keep the line busy but for that.
TEST(HostStreams, OverlapWhatOneStreamDoesInTurn) {
  const trace::Result result =
      laboratory::run("scenarios/library/host_driven.json", {{"params.rows", "2048"}, {"payload", "phantom"}});
  EXPECT_GT(percent(row(result, {"pairwise", "1"}), row(result, {"pairwise", "4"})), 103);
}

TEST(Host, PaysForEveryKernelThatItLaunches) {
  const auto launched = [](const char* rows) {
    const trace::Row row =
        laboratory::run("tests/effects/transpose.json", {{"path", "host"}, {"params.rows", rows}}).rows.at(0);
    return row.p50_ps();
  };
  // A kernel's launch and start and the CPU's wait at the end are there whatever the size.
  EXPECT_GT(launched("1"), 4'298'000 + 2'500'000 + 3'452'000);
}

}  // namespace
}  // namespace gin
