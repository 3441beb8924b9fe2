// One flipped bit of one payload makes every workload report wrong data, on every path.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::Case;

class FlippedBit : public testing::TestWithParam<Case> {};

TEST_P(FlippedBit, IsFound) {
  std::vector<scenario::Assignment> sets = GetParam().sets;
  const trace::Result intact = laboratory::run(GetParam().file, sets);
  for (const trace::Row& row : intact.rows) EXPECT_TRUE(row.verified) << row.mismatch;
  sets.push_back({"test.flip_payload", "1"});
  const trace::Result flipped = laboratory::run(GetParam().file, sets);
  for (const trace::Row& row : flipped.rows) {
    EXPECT_FALSE(row.verified);
    EXPECT_NE(row.mismatch, "");
  }
}

const char* const pipeline = "tests/effects/pipeline.json";
const char* const transpose = "tests/effects/transpose.json";
const char* const moe = "tests/effects/moe.json";

INSTANTIATE_TEST_SUITE_P(
    Workloads, FlippedBit,
    testing::Values(
        Case{"PipelineByPointer",
             pipeline,
             {{"path", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "4"}}},
        Case{"PipelineByGpu", pipeline, {{"path", "gpu"}}}, Case{"PipelineByProxy", pipeline, {{"path", "proxy"}}},
        Case{"TransposeByPointer",
             transpose,
             {{"params.mode", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "4"}}},
        Case{"TransposeAllToAllByGpu", transpose, {{"path", "gpu"}}},
        Case{"TransposeAllToAllByProxy", transpose, {{"path", "proxy"}}},
        Case{"TransposeInterleaved", transpose, {{"params.mode", "interleaved"}, {"params.accumulate", "yes"}}},
        Case{"TransposePairwise", transpose, {{"params.mode", "pairwise"}}},
        Case{"MoeByPointer", moe, {{"path", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "4"}}},
        Case{"MoeByGpu", moe, {{"path", "gpu"}}},
        Case{"MoeByProxy", moe, {{"path", "proxy"}, {"params.format", "bf16"}}},
        Case{"MoeDispatchAlone", moe, {{"path", "gpu"}, {"params.phase", "dispatch"}}},
        Case{"MoeCombineAlone", moe, {{"path", "gpu"}, {"params.phase", "combine"}}},
        Case{"MoePackedByGpu", moe, {{"path", "gpu"}, {"params.mode", "all_to_all_v"}}},
        Case{"MoePackedByProxy", moe, {{"path", "proxy"}, {"params.mode", "all_to_all_v"}}},
        Case{"TransposeWithPassesThatAdd", transpose, {{"params.passes", "3"}, {"params.accumulate", "yes"}}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gin
