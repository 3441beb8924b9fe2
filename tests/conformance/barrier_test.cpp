// Barriers hold everybody and complete everything; contexts keep to themselves.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/barriers.hpp"
#include "tests/conformance/programs/two_domains.hpp"

namespace gin::conformance {
namespace {

class Meeting : public Conformance {
 protected:
  std::int64_t many() const { return on().is_virtual() ? 5 : 2; }
  void expect_barriers(std::int64_t agents) {
    scenario.launch.agents = agents;
    expect_right<Barriers>();
  }
};
INSTANTIATE_TEST_SUITE_P(On, Meeting, testing::ValuesIn(every_harness()), name_of);

TEST_P(Meeting, BarriersInARowShowAllWhatAllWroteBefore) {
  expect_barriers(many());
}
TEST_P(Meeting, BarriersOfSingleAgentsShowAllWhatAllWroteBefore) {
  expect_barriers(1);
}

TEST_P(Meeting, ABarrierOfOnePeIsForItsAgents) {
  scenario.cluster.nodes = scenario.cluster.gpus_per_node = 1;
  expect_barriers(4);
  expect_barriers(1);
}

TEST_P(Meeting, BarriersOfManyPesNeedNoPowerOfTwo) {
  if (!on().is_virtual()) GTEST_SKIP() << "too many threads for few cores";
  for (const std::int64_t pes : {2, 5, 8}) {
    (scenario.cluster.nodes > 1 ? scenario.cluster.nodes : scenario.cluster.gpus_per_node) = pes;
    param("rounds", std::int64_t{4});
    param("elements", std::int64_t{4096});
    expect_barriers(2);
  }
}

TEST_P(Meeting, TwoContextsBothComplete) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  expect_right<TwoDomains>();
}

TEST_P(Meeting, AgainInEveryIteration) {
  // What the harness keeps between iterations (barriers met, commands pushed, queues in use) must carry over.
  scenario.measure.warmup = 1;
  scenario.measure.iterations = 3;
  EXPECT_EQ(expect_right<Barriers>().samples_ps.size(), 3u);
}

}  // namespace
}  // namespace gin::conformance
