// Lanes that compute between their loads and stores: a token's cast takes its instructions, and as many more as there are warps in the way.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

/// Tokens of two PEs to their experts and back, by blocks.
std::int64_t time_of(const char* cycles, const Sets& more = {}) {
  Sets sets = {{"profile.gpu.instruction_cycles", cycles},
               {"cluster.gpus_per_node", "2"},
               {"params.tokens", "64"},
               {"params.hidden", "4096"},
               {"launch.agents", "64"},
               {"launch.scope", "block"},
               {"compare", "null"}};
  sets.insert(sets.end(), more.begin(), more.end());
  const trace::Result result = laboratory::run("tests/gpu/moe_dispatch.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0).p50_ps();
}

TEST(Issuing, MakesEveryLoopLonger) {
  const std::int64_t none = time_of("0"), four = time_of("4"), eight = time_of("8");
  EXPECT_GT(four, none);
  EXPECT_NEAR(static_cast<double>(eight - none), 2.0 * static_cast<double>(four - none),
              0.25 * static_cast<double>(eight - none));
}

TEST(Issuing, OfMoreWarpsThanAnSmIssuesForTakesTurns) {
  const auto added = [](const Sets& sets) { return time_of("4", sets) - time_of("0", sets); };
  const std::int64_t alone = added({{"launch.block_threads", "512"}});
  const std::int64_t shared = added({{"launch.block_threads", "512"}, {"profile.gpu.sm_count", "32"}});
  EXPECT_GT(shared, alone * 3 / 2) << "32 warps where there were 16: 8 cycles instead of 4";
}

}  // namespace
}  // namespace gin
