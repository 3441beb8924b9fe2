// The comparisons that the shipped scenarios make. Nothing in ginlab knows who should win; these tests do.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::counter;
using laboratory::percent;
using laboratory::row;

void expect_level(const trace::Row& a, const trace::Row& b, std::int64_t within_percent) {
  EXPECT_LE(percent(a, b), 100 + within_percent);
  EXPECT_LE(percent(b, a), 100 + within_percent);
}

TEST(Signalling, PutSignalBeatsPutQuietFlagOverInfiniBand) {
  const trace::Result result = laboratory::run("scenarios/library/signalling_ib.json");
  for (const char* stack : {"lean", "nvshmem-ibgda"})
    for (const char* bytes : {"8", "1024", "65536"})
      EXPECT_GE(percent(row(result, {"put_quiet_flag", stack, bytes}), row(result, {"put_signal", stack, bytes})),
                130)
          << stack << " " << bytes;
}

TEST(Signalling, AllStylesAreLevelOverNvlink) {
  const trace::Result result = laboratory::run("scenarios/library/signalling_nvlink.json");
  for (const char* bytes : {"8", "1024", "65536", "1048576"})
    for (const char* style : {"put_fence_flag", "put_quiet_flag"})
      expect_level(row(result, {style, bytes}), row(result, {"put_signal", bytes}), 5);
}

TEST(Pointer, WinsASinglePassAndLosesToACopyByTheThird) {
  const trace::Result result = laboratory::run("scenarios/library/pointer_against_get.json");
  const auto copy_over_pointer = [&](const char* passes, const char* agents) {
    return percent(row(result, {"all_to_all", passes, "1024", agents}),
                   row(result, {"pointer", passes, "1024", agents}));
  };
  for (const char* agents : {"2", "16", "132"}) EXPECT_GE(copy_over_pointer("1", agents), 105) << agents;
  // A few agents wait for every tile, and longer for one that is far.
  for (const char* agents : {"2", "16"}) EXPECT_LE(copy_over_pointer("3", agents), 90) << agents;
  EXPECT_GE(copy_over_pointer("3", "132"), 95) << "others of so many have something to do meanwhile";
}

TEST(Pointer, KeepsItsLeadWhereTheL1KeepsTheBlocksAndLosesLessWhereTheCopyLeavesTheL2) {
  const trace::Result result = laboratory::run("scenarios/library/pointer_against_get.json");
  const auto copy_over_pointer = [&](const char* passes, const char* rows, const char* agents) {
    return percent(row(result, {"all_to_all", passes, rows, agents}),
                   row(result, {"pointer", passes, rows, agents}));
  };
  // A copy that does not fit into the L2 is less of a gain.
  EXPECT_LE(copy_over_pointer("2", "1024", "16"), 90);
  EXPECT_GE(copy_over_pointer("2", "2048", "16"), copy_over_pointer("2", "1024", "16") + 8);
  EXPECT_LE(copy_over_pointer("3", "2048", "132"), 90);
  // What an SM has loaded once is near, wherever it came from.
  for (const char* agents : {"16", "132"}) EXPECT_GE(copy_over_pointer("3", "256", agents), 105) << agents;
}

TEST(Proxy, FallsBehindTheGpuAsSmallMessagesGoToMorePeers) {
  const trace::Result result = laboratory::run("scenarios/library/proxy_against_gpu_fanout.json");
  std::int64_t before = 105;
  for (const char* nodes : {"16", "32", "64", "128"}) {
    const std::int64_t gap = percent(row(result, {"proxy", nodes}), row(result, {"gpu", nodes}));
    EXPECT_GT(gap, before) << nodes;
    before = gap;
  }
}

TEST(Proxy, IsLevelWithTheGpuForAFewLargeMessages) {
  const trace::Result result = laboratory::run("scenarios/library/proxy_against_gpu_size.json");
  for (const char* rows : {"256", "512"}) expect_level(row(result, {"proxy", rows}), row(result, {"gpu", rows}), 5);
}

TEST(Proxy, IsLevelWithTheGpuForASingleLeanPut) {
  const trace::Result result = laboratory::run("scenarios/library/proxy_against_gpu_single.json");
  for (const char* style : {"put_signal", "put_quiet_flag"})
    expect_level(row(result, {"proxy", "lean", style}), row(result, {"gpu", "lean", style}), 10);
}

TEST(Fence, WaitsExactlyWhenEarlierPutsMaySitInSeveralQueues) {
  const trace::Result result = laboratory::run("scenarios/library/fence_rules.json");
  for (const char* bytes : {"8", "4096", "262144"}) {
    for (const char* map : {"single", "by_agent"}) {
      const trace::Row& ordered = row(result, {map, bytes});
      EXPECT_GT(counter(ordered, "fences"), 0);
      EXPECT_EQ(counter(ordered, "fences_that_waited"), 0) << map;
    }
    const trace::Row& spread = row(result, {"round_robin", bytes});
    EXPECT_EQ(counter(spread, "fences_that_waited"), counter(spread, "fences"));
  }
}

TEST(Fence, IsFreeOnTheProxyPathWhateverTheQueues) {
  const trace::Result result = laboratory::run("scenarios/library/fence_rules.json", {{"path", "proxy"}});
  for (const trace::Row& candidate : result.rows) {
    EXPECT_GT(counter(candidate, "fences"), 0);
    EXPECT_EQ(counter(candidate, "fences_that_waited"), 0);
  }
}

TEST(Interleaving, PaysWhenThereIsWorkToHideTheTransferBehind) {
  const trace::Result result = laboratory::run("scenarios/library/interleaved_get.json");
  for (const char* path : {"gpu", "proxy"}) {
    EXPECT_GT(
        percent(row(result, {"all_to_all", path, "256", "8"}), row(result, {"interleaved", path, "256", "8"})),
        105);
    EXPECT_GT(percent(row(result, {"interleaved", path, "32", "1"}), row(result, {"all_to_all", path, "32", "1"})),
              110);
  }
}

}  // namespace
}  // namespace gin
