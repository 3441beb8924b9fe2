// One machine, the stacks' own numbers: which library is better at what. Nothing in ginlab knows; these tests do.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;

TEST(Libraries, ATunedProxyBeatsIbgdaOnASinglePutAndItsCompletion) {
  const trace::Result result = laboratory::run("scenarios/library/single_put_libraries.json");
  EXPECT_GE(percent(row(result, {"nvshmem-ibgda", "gpu"}), row(result, {"tuned-proxy", "proxy"})), 200);
}

TEST(Libraries, IbgdaBeatsASingleProxyThreadThreefoldWhereManyTokensGoToManyExperts) {
  const trace::Result result = laboratory::run("scenarios/library/moe_libraries.json");
  EXPECT_GE(percent(row(result, {"nvshmem-ibrc", "proxy"}), row(result, {"nvshmem-ibgda", "gpu"})), 300);
}

TEST(Libraries, AreLevelWhereAFewLargeBlocksGoToEachPeer) {
  const trace::Result result = laboratory::run("scenarios/library/alltoall_libraries.json");
  const trace::Row& ibgda = row(result, {"nvshmem-ibgda", "gpu"});
  const trace::Row& ibrc = row(result, {"nvshmem-ibrc", "proxy"});
  EXPECT_LE(percent(ibrc, ibgda), 115);
  EXPECT_LE(percent(ibgda, ibrc), 115);
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

TEST(HostStreams, OverlapWhatOneStreamDoesInTurn) {
  const trace::Result result =
      laboratory::run("scenarios/library/host_driven.json", {{"params.rows", "512"}, {"payload", "phantom"}});
  EXPECT_GT(percent(row(result, {"pairwise", "1"}), row(result, {"pairwise", "4"})), 115);
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
