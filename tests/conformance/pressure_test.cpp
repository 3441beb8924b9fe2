// What fills up holds agents back; nothing is lost and nobody waits for ever.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/burst.hpp"

namespace gin::conformance {
namespace {

class Pressure : public Conformance {
 protected:
  trace::Row burst(const char* issue) {
    param("issue", issue);
    // Nobody waits for anything but room.
    override_stack("strong_signals", "false");
    return expect_right<Burst>();
  }
  /// Of the queue, or of the numbers that operations take on a fabric without order.
  static std::int64_t stalls(const trace::Row& row) {
    return counter(row, "queue_full_stalls") + counter(row, "number_stalls");
  }
};
bool uses_gpu(const Harness& harness) {
  return harness.uses(scenario::Path::gpu);
}
bool uses_proxy(const Harness& harness) {
  return harness.uses(scenario::Path::proxy);
}

using PressureOnQueues = Pressure;
INSTANTIATE_TEST_SUITE_P(On, PressureOnQueues, testing::ValuesIn(harnesses_where(uses_gpu)), name_of);

TEST_P(PressureOnQueues, AFullQueueHoldsBackAndLosesNothing) {
  hurry();
  override_stack("queues.depth", "64");
  const trace::Row row = burst("calls");
  // Who holds signals back has one call under way.
  if (on().is_virtual() && !on().holds()) {
    EXPECT_GT(stalls(row), 0);
  }
}

// Of the smallest queue a stack may have: 32 lanes with two work requests each.
TEST_P(PressureOnQueues, LanesWhoseWorkFillsAQueueWholeAreHeldBack) {
  override_stack("queues.depth", "64");
  const trace::Row row = burst("lanes");
  // Who holds signals back has one call under way.
  if (on().is_virtual() && !on().holds()) {
    EXPECT_GT(stalls(row), 0);
  }
}

TEST_P(PressureOnQueues, DeepQueuesNeverStall) {
  override_stack("queues.depth", "8192");
  const trace::Row row = burst("calls");
  if (on().is_virtual()) {
    EXPECT_EQ(stalls(row), 0);
  }
}

using PressureOnRings = Pressure;
INSTANTIATE_TEST_SUITE_P(On, PressureOnRings, testing::ValuesIn(harnesses_where(uses_proxy)), name_of);

TEST_P(PressureOnRings, AFullRingHoldsBackAndLosesNothing) {
  hurry();
  override_stack("proxy.ring_slots", "128");
  scenario.launch.agents = on().is_virtual() ? 4 : 2;
  for (const char* issue : {"calls", "lanes"}) {
    const trace::Row row = burst(issue);
    if (on().is_virtual()) {
      EXPECT_GT(counter(row, "ring_full_stalls"), 0) << issue;
    }
  }
}

TEST_P(PressureOnRings, AProxyAllowedOneOperationDoesThemInTurn) {
  override_stack("proxy.budget_operations", "1");
  param("puts", std::int64_t{50});
  burst("calls");
}

TEST_P(PressureOnRings, AProxyAllowedOneByteDoesThemInTurn) {
  override_stack("proxy.budget_bytes", "1");
  param("puts", std::int64_t{50});
  burst("calls");
}

TEST_P(PressureOnRings, AProxyWithAFullQueueTriesAgain) {
  hurry();
  override_stack("queues.depth", "64");
  override_stack("proxy.doorbell_batch", "64");
  const trace::Row row = burst("lanes");
  if (on().is_virtual()) {
    EXPECT_GT(counter(row, "proxy_busy_posts"), 0);
  }
}

TEST_P(PressureOnRings, AProxyThatTakesBatchesRingsLess) {
  if (!on().is_virtual()) GTEST_SKIP() << "how many commands a look finds is a matter of speed";
  if (on().unordered()) GTEST_SKIP() << "acknowledgements ring, too, as they come";
  const std::int64_t singly = counter(burst("lanes"), "doorbells");
  override_stack("proxy.doorbell_batch", "16");
  EXPECT_LT(counter(burst("lanes"), "doorbells"), singly / 2);
}

}  // namespace
}  // namespace gin::conformance
