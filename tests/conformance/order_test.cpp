// Who has been told that data is there finds it there.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/batch.hpp"
#include "tests/conformance/programs/fences.hpp"
#include "tests/conformance/programs/get_and_put.hpp"
#include "tests/conformance/programs/messages.hpp"
#include "tests/conformance/programs/witness.hpp"

namespace gin::conformance {
namespace {

class Ordering : public Conformance {
 protected:
  using Conformance::Conformance;
  trace::Row expect_messages(const char* announce, const char* op, std::int64_t bytes) {
    param("announce", announce);
    param("op", op);
    param("bytes", bytes);
    return expect_right<Messages>();
  }
};
INSTANTIATE_TEST_SUITE_P(On, Ordering, testing::ValuesIn(every_harness()), name_of);

TEST_P(Ordering, PutSignalSetsItsWordAfterItsPayload) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  expect_messages("put_signal", "set", 10001);
}
TEST_P(Ordering, PutSignalNbiAddsToItsWordAfterItsPayload) {
  expect_messages("put_signal_nbi", "add", 10001);
}
TEST_P(Ordering, PutSignalNbiOfAHastyAgentFollowsItsPayload) {
  hurry();
  expect_messages("put_signal_nbi", set_or_add(), 65537);
}
TEST_P(Ordering, PutSignalWithoutBytesSignalsAndTouchesNoPayload) {
  expect_messages("put_signal_nbi", "add", 0);
}
TEST_P(Ordering, PutSignalOfInlineSizeFollowsItsPayload) {
  expect_messages("put_signal", "add", 7);
}

TEST_P(Ordering, ASignalAfterAFenceFollowsTheData) {
  hurry();
  expect_messages("fence_signal", "add", 65537);
}
TEST_P(Ordering, AValueAfterAFenceFollowsTheData) {
  hurry();
  expect_messages("fence_value", "set", 65537);
}
TEST_P(Ordering, AnAtomicAfterAFenceFollowsTheData) {
  hurry();
  expect_messages("fence_atomic", "add", 65537);
}
TEST_P(Ordering, APutAfterAFenceFollowsTheData) {
  // Waiting for a word that a put writes byte by byte is a data race between threads.
  if (!on().is_virtual()) GTEST_SKIP() << "only virtual time promises that 8 bytes of a put appear at once";
  hurry();
  expect_messages("fence_put", "set", 65537);
}
TEST_P(Ordering, ASignalAfterQuietFollowsTheData) {
  hurry();
  expect_messages("quiet_signal", set_or_add(), 65537);
}

TEST_P(Ordering, AfterQuietAThirdPeSeesTheData) {
  hurry();
  expect_right<Witness>();
}

TEST_P(Ordering, QuietWaitsForAGetBehindWhichPutsCompleted) {
  hurry();
  param("wait", "quiet");
  expect_right<GetAndPut>();
}
TEST_P(Ordering, FlushWaitsForAGetBehindWhichPutsCompleted) {
  hurry();
  param("wait", "flush");
  expect_right<GetAndPut>();
}
TEST_P(Ordering, FlushWaitsForAGetWhereNothingElseIsUnderWay) {
  override_stack("queues.quiet", "configured");  // looking at idle ones takes time, too
  param("wait", "flush_twice");
  expect_right<GetAndPut>();
}
TEST_P(Ordering, QuietAfterAPutThatReturnedWaitsForTheGetBeforeIt) {
  hurry();
  param("wait", "put");
  expect_right<GetAndPut>();
}

TEST_P(Ordering, AStrongSignalTellsOfAllPutsBeforeIt) {
  if (on().counts() && on().paths.same_node != on().paths.other_node)
    GTEST_SKIP() << "there are two ways, and one of them waits";
  hurry();
  promise_strong_signals();
  const bool may_overtake = on().spreads() || (on().unordered() && !on().reorders());
  for (const std::int64_t puts : {1, 2, 5}) {
    param("puts", puts);
    const std::int64_t waited = counter(expect_right<Batch>(), "strong_signals_that_waited");
    // One queue keeps its order, two that take turns do not, nor does a fabric without order.
    EXPECT_EQ(waited, may_overtake ? scenario.n_pes() * scenario.launch.agents : 0) << puts << " puts";
  }
}

TEST_P(Ordering, AFenceWaitsOnlyForPutsThatLaterOnesCouldOvertake) {
  if (on().counts() && on().paths.same_node != on().paths.other_node)
    GTEST_SKIP() << "there are two ways, and one of them waits";
  const bool may_overtake = on().spreads() || on().unordered();
  param("puts", std::int64_t{3});
  const trace::Row row = expect_right<Fences>();
  const std::int64_t agents = scenario.n_pes() * scenario.launch.agents;
  EXPECT_EQ(counter(row, "fences"), agents * 4);
  EXPECT_EQ(counter(row, "fences_that_waited"), may_overtake ? agents * 3 : 0);
}

TEST_P(Ordering, AFenceWithNothingBeforeItDoesNotWait) {
  param("puts", std::int64_t{0});
  EXPECT_EQ(counter(expect_right<Fences>(), "fences_that_waited"), 0);
}

struct Weak : Ordering {
  Weak() : Ordering(harness("GpuRoundRobin")) { hurry(); }
};

TEST_F(Weak, SignalOvertakesAPutInAnotherQueue) {
  param("puts", std::int64_t{1});
  const trace::Row row = run<Batch>();
  EXPECT_FALSE(row.verified) << "nothing ordered the signal behind the put, yet it came last";
}

TEST_F(Weak, SignalWithoutAFenceOvertakesTheData) {
  param("announce", "bare_signal");
  param("bytes", std::int64_t{65537});
  const trace::Row row = run<Messages>();
  EXPECT_FALSE(row.verified) << "nothing ordered the signal behind the put, yet it came last";
}

struct WeakByCounters : Ordering {
  WeakByCounters() : Ordering(harness("P5GpuCounted")) {
    hurry();
    override_stack("strong_signals", "false");
    // A way so much longer than another that what is behind 64 KiB on the line is there before.
    scenario.profile_overrides.push_back({"wire.spray_ns", "100000"});
  }
  /// Long messages, each told of in this way.
  trace::Row tell(const char* announce) {
    param("announce", announce);
    param("op", "add");
    param("bytes", std::int64_t{65537});
    return run<Messages>();
  }
};

TEST_F(WeakByCounters, SignalWithoutAFenceOvertakesTheData) {
  EXPECT_FALSE(tell("bare_signal").verified) << "nothing ordered the signal behind the put, yet it came last";
}

TEST_F(WeakByCounters, SignalWithDataOfItsOwnOvertakesAnEarlierPut) {
  param("puts", std::int64_t{5});
  EXPECT_FALSE(run<Batch>().verified) << "nothing ordered the signal behind the puts, yet it came last";
}

TEST_F(WeakByCounters, AFenceAQuietOrDataOfTheSignalsOwnKeepItBehind) {
  for (const char* announce : {"fence_signal", "quiet_signal", "put_signal_nbi"}) {
    const trace::Row row = tell(announce);
    EXPECT_TRUE(row.verified) << announce << ": " << row.mismatch;
  }
}

}  // namespace
}  // namespace gin::conformance
