// Virtual time repeats to the digit, whatever is switched on to look for bugs.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/lane_loops.hpp"
#include "tests/conformance/programs/messages.hpp"
#include "tests/conformance/programs/shared_counter.hpp"

namespace gin::conformance {
namespace {

bool is_virtual(const Harness& harness) {
  return harness.is_virtual();
}

class Repetition : public Conformance {
 protected:
  Repetition() { param("op", set_or_add()); }
  static void expect_same(const trace::Row& one, const trace::Row& other) {
    EXPECT_EQ(one.samples_ps, other.samples_ps);
    EXPECT_EQ(one.digest, other.digest);
  }
};
INSTANTIATE_TEST_SUITE_P(On, Repetition, testing::ValuesIn(harnesses_where(is_virtual)), name_of);

TEST_P(Repetition, GivesTheSameTimesAndBytes) {
  expect_same(expect_right<Messages>(), expect_right<Messages>());
}

TEST_P(Repetition, WithRealPollingGivesTheSameTimesAndBytes) {
  const trace::Row skipped = expect_right<Messages>();
  scenario.test.poll_for_real = true;
  expect_same(skipped, expect_right<Messages>());
  if (on().counts()) GTEST_SKIP() << counts_ones;
  scenario.test.poll_for_real = false;
  const trace::Row counted = expect_right<SharedCounter>();
  scenario.test.poll_for_real = true;
  expect_same(counted, expect_right<SharedCounter>());
}

TEST_P(Repetition, WithOtherSeedsMovesOtherBytes) {
  const trace::Row one = expect_right<Messages>();
  scenario.seed = 2;
  EXPECT_NE(one.digest, expect_right<Messages>().digest);
}

TEST_P(Repetition, WithLanesInAnotherOrderTakesTheSameTime) {
  const bool pointers = on().reaches_node();
  param("reach", !pointers ? "nobody" : on().cluster.nodes == 1 ? "everybody" : "node");
  const trace::Row one = expect_right<LaneLoops>();
  scenario.test.permute_lanes = true;
  expect_same(one, expect_right<LaneLoops>());
}

TEST_P(Repetition, TheCriticalPathAddsUpToTheSample) {
  const trace::Row row = expect_right<Messages>();
  std::int64_t sum = 0;
  for (const trace::PathItem& item : row.critical_path) sum += item.ps;
  EXPECT_EQ(sum, row.critical_path_total_ps);
  ASSERT_EQ(row.samples_ps.size(), 1u);
  EXPECT_EQ(sum, row.samples_ps[0]);
}

}  // namespace
}  // namespace gin::conformance
