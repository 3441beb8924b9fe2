// Packets say of themselves that they are there.
#include "tests/conformance/programs/packets.hpp"
#include "tests/conformance/conformance.hpp"

namespace gin::conformance {
namespace {

class LowLatency : public Conformance {
 protected:
  void SetUp() override {
    Conformance::SetUp();
    if (IsSkipped()) return;
    if (!on().reaches_node() || on().cluster.nodes > 1) GTEST_SKIP() << "packets are stored to the peer";
  }
};
INSTANTIATE_TEST_SUITE_P(On, LowLatency, testing::ValuesIn(every_harness()), name_of);

/// One, fewer and more than an agent has lanes, and more than it loads at a time.
TEST_P(LowLatency, PacketsOfEveryCountComeWholeRoundAfterRound) {
  for (const std::int64_t count : {1, 7, 33, 300}) {
    SCOPED_TRACE(count);
    param("count", count);
    const trace::Row row = expect_right<Packets>();
    EXPECT_EQ(counter(row, "deadlines_missed"), 0);
  }
}

TEST_P(LowLatency, PacketsThatComeInTimeAreTakenWithADeadlineToo) {
  param("count", std::int64_t{40});
  param("within_ns", std::int64_t{10'000'000'000});
  EXPECT_EQ(counter(expect_right<Packets>(), "deadlines_missed"), 0);
}

/// The lane that waits in vain is not always the first; an agent misses a deadline once, however many of its lanes do.
TEST_P(LowLatency, APacketThatDoesNotComeEndsTheWaitOfAllLanes) {
  param("count", std::int64_t{40});
  param("rounds", std::int64_t{2});
  param("within_ns", std::int64_t{50'000});
  for (const std::int64_t missing : {1, 2, 40}) {
    SCOPED_TRACE(missing);
    param("missing", missing);
    EXPECT_EQ(counter(expect_right<Packets>(), "deadlines_missed"), 2 * scenario.n_pes() * scenario.launch.agents);
  }
}

}  // namespace
}  // namespace gin::conformance
