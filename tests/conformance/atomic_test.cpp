// Atomics do what they say, once, whoever else is at the same word.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/atomic_words.hpp"
#include "tests/conformance/programs/local_tickets.hpp"
#include "tests/conformance/programs/lock.hpp"
#include "tests/conformance/programs/shared_counter.hpp"

namespace gin::conformance {
namespace {

class Atomics : public Conformance {
 protected:
  /// Ten thousand in virtual time; threads on few cores do fewer.
  void count(const char* mode) {
    if (on().counts()) GTEST_SKIP() << counts_ones;
    scenario.launch.agents = on().is_virtual() ? 6 : 2;
    const std::int64_t all = on().is_virtual() ? 10'000 : 600;
    const std::int64_t agents = scenario.n_pes() * scenario.launch.agents;
    param("mode", mode);
    param("times", (all + agents - 1) / agents);
    expect_right<SharedCounter>();
  }
};
INSTANTIATE_TEST_SUITE_P(On, Atomics, testing::ValuesIn(every_harness()), name_of);

TEST_P(Atomics, ThatFetchReturnWhatWasThereBefore) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  param("fetching", "yes");
  expect_right<AtomicWords>();
}
TEST_P(Atomics, ThatDoNotFetchKeepTheirOrderAcrossFences) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  param("fetching", "no");
  expect_right<AtomicWords>();
}
TEST_P(Atomics, OfAllAgentsAtOnceLoseNoAddition) {
  count("adds");
}
TEST_P(Atomics, OfBothKindsMixAtOneWord) {
  count("alternates");
}
TEST_P(Atomics, ThatFetchHandOutEachTicketOnce) {
  count("draws");
}

TEST_P(Atomics, OfTheAgentItselfOnItsOwnPeHandOutEachTicketOnceAndPublishWhatWasWritten) {
  scenario.launch.agents = on().is_virtual() ? 7 : 2;
  scenario.measure.iterations = 3;
  expect_right<LocalTickets>();
}
TEST_P(Atomics, OfTheAgentItselfOnItsOwnPeSendNothing) {
  const trace::Row row = expect_right<LocalTickets>();
  EXPECT_EQ(counter(row, "doorbells"), 0);
  EXPECT_EQ(counter(row, "atomics"), 0);
  EXPECT_TRUE(row.by_path.empty());
}

TEST_P(Atomics, CompareSwapMakesALock) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  if (!on().is_virtual()) {
    param("times", std::int64_t{3});
    param("tries", std::int64_t{1} << 30);
  }
  expect_right<Lock>();
}

}  // namespace
}  // namespace gin::conformance
