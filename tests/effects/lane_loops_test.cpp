// What a loop over lanes waits for: so many loads as its lanes have under way.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

std::int64_t transposed(const std::string& file, Sets sets) {
  sets.push_back({"compare", "null"});
  return laboratory::run(file, sets).rows.at(0).p50_ps();
}

TEST(LaneLoops, ABlockOfAQuarterOfTheThreadsWaitsFourTimesAsOftenForItsPeer) {
  // One agent, and nobody else at the port: latency is all there is.
  const auto time_with = [](const char* threads, const char* latency_ns) {
    return transposed("scenarios/library/pointer_against_get.json", {{"params.mode", "pointer"},
                                                                     {"params.rows", "256"},
                                                                     {"launch.agents", "1"},
                                                                     {"launch.block_threads", threads},
                                                                     {"profile.nvlink.load_ns", latency_ns}});
  };
  const auto of_latency = [&](const char* threads) {
    return time_with(threads, "2000") - time_with(threads, "1000");
  };
  const std::int64_t many = of_latency("128"), few = of_latency("32");
  EXPECT_EQ(few, 4 * many);
  EXPECT_GT(many, 0);
}

TEST(LaneLoops, AKernelOfPathHostFillsTheGpuWhateverABlockIs) {
  const auto time_with = [](const char* threads) {
    return transposed("scenarios/library/host_driven.json", {{"path", "host"},
                                                             {"params.mode", "all_to_all"},
                                                             {"params.rows", "256"},
                                                             {"launch.block_threads", threads}});
  };
  EXPECT_EQ(time_with("32"), time_with("1024"));
}

TEST(LaneLoops, TilesAreRightHoweverTheyAreCut) {
  for (const char* rows : {"1", "3", "4", "20", "33", "64", "66", "132"})
    for (const char* mode : {"pointer", "pairwise"}) {
      const trace::Row row = laboratory::run("tests/effects/transpose.json", {{"params.rows", rows},
                                                                              {"params.mode", mode},
                                                                              {"path.same_node", "pointer"},
                                                                              {"cluster.nodes", "1"},
                                                                              {"cluster.gpus_per_node", "3"},
                                                                              {"params.passes", "2"},
                                                                              {"params.accumulate", "yes"}})
                                 .rows.at(0);
      EXPECT_TRUE(row.verified) << rows << " " << mode << ": " << row.mismatch;
    }
}

}  // namespace
}  // namespace gin
