// What a barrier over NVLink fences: what the agent wrote, and what it has seen of the agents that came before it, which its signal to the
// next PE hands on.
#include "models/load.hpp"
#include "tests/effects/items.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

std::int64_t fenced(const std::string& before, const std::string& agents) {
  const trace::Result result =
      laboratory::run("tests/effects/met.json", {{"params.before", before}, {"launch.agents", agents}});
  return laboratory::items_of(result.rows.at(0))["agent.fence_system"];
}

TEST(Barrier, HandsOnWhatOthersHadWrittenAlthoughTheAgentItselfHasDrained) {
  const std::int64_t fence = models::load_profile("h200-nvlink").gpu.fence_system.ps;
  for (const char* agents : {"1", "3"}) {
    EXPECT_EQ(fenced("nothing", agents), fence) << agents << " agents: the signal's alone";
    EXPECT_EQ(fenced("put", agents), 2 * fence) << agents << " agents: behind the put, and the signal's";
  }
}

}  // namespace
}  // namespace gin
