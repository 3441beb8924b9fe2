// The shipped workloads on threads of this machine: the same headers, real concurrency, the same bytes.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::Case;

class OnThreads : public testing::TestWithParam<Case> {};

TEST_P(OnThreads, TheWorkloadLeavesRightData) {
  const trace::Result result = laboratory::run(GetParam().file, GetParam().sets, "memory");
  EXPECT_EQ(result.clock, "wall");
  for (const trace::Row& row : result.rows) EXPECT_TRUE(row.verified) << row.mismatch;
}

std::vector<Case> cases() {
  const std::string pipeline = "tests/effects/pipeline.json";
  const std::string transpose = "tests/effects/transpose.json";
  const std::string moe = "tests/effects/moe.json";
  const scenario::Assignment three_times = {"measure.iterations", "3"};
  std::vector<Case> all;
  for (const std::string style : {"put_signal", "put_quiet_flag", "put_fence_flag"})
    for (const std::string path : {"gpu", "proxy"})
      all.push_back(
          {"pipeline_" + path + "_" + style, pipeline, {{"path", path}, {"signalling", style}, three_times}});
  all.push_back({"pipeline_pointer",
                 pipeline,
                 {{"path", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "4"}, three_times}});
  for (const std::string mode : {"all_to_all", "interleaved", "pairwise"})
    for (const std::string path : {"gpu", "proxy"})
      all.push_back({"transpose_" + path + "_" + mode,
                     transpose,
                     {{"path", path}, {"params.mode", mode}, {"params.accumulate", "yes"}, three_times}});
  all.push_back(
      {"transpose_pointer",
       transpose,
       {{"params.mode", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "4"}, three_times}});
  for (const std::string mode : {"low_latency", "all_to_all_v"}) {
    const std::vector<scenario::Assignment> many = {
        {"params.mode", mode}, {"launch.agents", "2"}, {"measure.iterations", "20"}};
    for (const std::string path : {"gpu", "proxy"})
      for (const std::string style : {"put_signal", "put_fence_flag"}) {
        all.push_back({"moe_" + path + "_" + mode + "_" + style, moe, many});
        all.back().sets.insert(all.back().sets.end(), {{"path", path}, {"signalling", style}});
      }
    all.push_back({"moe_pointer_" + mode, moe, many});
    all.back().sets.insert(all.back().sets.end(), {{"path", "pointer"},
                                                   {"cluster.nodes", "1"},
                                                   {"cluster.gpus_per_node", "4"},
                                                   {"params.routing", "skewed"}});
    all.push_back({"moe_dispatch_alone_" + mode, moe, many});
    all.back().sets.insert(all.back().sets.end(), {{"path", "gpu"}, {"params.phase", "dispatch"}});
  }
  for (const std::string rails : {"all", "cross", "aligned"})
    for (const std::string path : {"gpu", "proxy"})
      all.push_back(
          {"alltoall_" + path + "_" + rails,
           "tests/effects/alltoall.json",
           {{"path", path}, {"params.rails", rails}, {"params.order", rails == "all" ? "same" : "rotated"}}});
  all.push_back({"alltoall_pointer",
                 "tests/effects/alltoall.json",
                 {{"path", "pointer"},
                  {"cluster.nodes", "1"},
                  {"cluster.gpus_per_node", "4"},
                  {"params.until", "quiet"},
                  {"params.order", "same"}}});
  for (const std::string op : {"put", "signal"})
    for (const std::string path : {"gpu", "proxy"})
      all.push_back(
          {"ring_rate_" + path + "_" + op, "tests/effects/ring_rate.json", {{"path", path}, {"params.op", op}}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Workloads, OnThreads, testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param.name;
  std::erase(name, '_');
  return name;
});

}  // namespace
}  // namespace gin
