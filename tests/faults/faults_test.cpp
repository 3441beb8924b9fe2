// Each mistake of core/base/fault.hpp: the same program is right without it and does not stay right with it, and
// what comes out says where to look.
#include "core/base/planted.hpp"
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/burst.hpp"
#include "tests/conformance/programs/get_and_put.hpp"
#include "tests/conformance/programs/messages.hpp"
#include "tests/conformance/programs/overwrite.hpp"
#include "tests/conformance/programs/refused.hpp"

namespace gin::conformance {
namespace {

class Planted : public Conformance {
 protected:
  Planted(Fault fault, const char* where) : Conformance(harness(where)), fault_(fault) { hurry(); }
  void TearDown() override { planted_now = Fault::none; }

  void plant() { planted_now = fault_; }
  template <class P>
  void expect_wrong(const std::string& where) {
    const trace::Row row = run<P>();
    EXPECT_FALSE(row.verified) << "nobody noticed";
    EXPECT_NE(row.mismatch.find(where), std::string::npos) << row.mismatch << "\nis not about " << where;
  }
  template <class P>
  void expect_report(const std::vector<std::string>& parts) {
    const std::string text = failure<P>();
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
  }
  /// Messages whose signals follow data of several work requests.
  void send_segments(const char* profile) {
    scenario.cluster.profile = profile;
    // A line so slow that the last segment is still on it when the one before is there.
    scenario.profile_overrides.push_back({"nic.line_bytes_per_second", "1000000000"});
    scenario.profile_overrides.push_back({"nic.message_max_bytes", "4096"});
    param("announce", "put_signal_nbi");
    param("bytes", std::int64_t{16384});
  }

 private:
  Fault fault_;
};

struct CommitBitNotFlipped : Planted {
  CommitBitNotFlipped() : Planted(Fault::commit_bit_not_flipped, "Proxy") {}
};

TEST_F(CommitBitNotFlipped, IsAHangInTheSecondLapOfTheRing) {
  override_stack("proxy.ring_slots", "128");
  expect_right<Burst>();
  plant();
  expect_report<Burst>({"hang at", "agent 0 waits in push for room in the ring: tail"});
  param("puts", std::int64_t{5});  // two agents' commands of two slots to three PEs: less than a lap
  expect_right<Burst>();
}

struct TailCachedTooLong : Planted {
  TailCachedTooLong() : Planted(Fault::tail_cached_too_long, "Proxy") {}
};

TEST_F(TailCachedTooLong, LosesCommandsThatNobodyHasTakenYet) {
  override_stack("proxy.ring_slots", "128");
  scenario.launch.agents = 4;
  EXPECT_GT(counter(expect_right<Burst>(), "ring_full_stalls"), 0);
  plant();
  expect_report<Burst>({"hang at", "agent 0 waits in quiet for commands completed by the proxy"});
}

struct SignalBeforeLastSegment : Planted {
  SignalBeforeLastSegment() : Planted(Fault::signal_before_last_segment, "Gpu") {}
};

TEST_F(SignalBeforeLastSegment, IsSeenByWhoeverReadsTheDataAtOnce) {
  send_segments("dgx-h100-cx7");
  expect_right<Messages>();
  plant();
  expect_wrong<Messages>("wrong[");
}

TEST_F(SignalBeforeLastSegment, LeavesASegmentThatTheTargetDoesNotExpect) {
  send_segments("aws-p5-efa");
  expect_right<Messages>();
  plant();
  expect_report<Messages>({"expected one message of an operation", "which was done long ago"});
}

struct CompletionCountedTwice : Planted {
  CompletionCountedTwice() : Planted(Fault::completion_counted_twice, "Proxy") {}
};

TEST_F(CompletionCountedTwice, OfTheNicBreaksAnInvariant) {
  expect_right<Burst>();
  plant();
  EXPECT_DEATH(run<Burst>(), "internal error at .*(wire_completing|slots).hpp");
}

TEST_F(CompletionCountedTwice, OfTheTargetsCpuIsRefusedByTheSource) {
  scenario.cluster.profile = "aws-p5-efa";
  expect_right<Burst>();
  plant();
  expect_report<Burst>({"expected an acknowledgement of what is under way", "twice"});
}

struct FailureCountedAsDone : Planted {
  FailureCountedAsDone() : Planted(Fault::failure_counted_as_done, "Proxy") {}
};

TEST_F(FailureCountedAsDone, IsSeenByWhoeverExpectsTheFailure) {
  scenario.test.refuse_request = 3;
  expect_right<Refused>();
  plant();
  expect_wrong<Refused>("ended[0]");
}

struct FenceSkipped : Planted {
  FenceSkipped() : Planted(Fault::fence_skipped, "GpuRoundRobin") {}
};

TEST_F(FenceSkipped, OnSeveralQueuesLetsASignalOvertakeItsData) {
  param("announce", "fence_signal");
  param("bytes", std::int64_t{65537});
  EXPECT_GT(counter(expect_right<Messages>(), "fences_that_waited"), 0);
  plant();
  expect_wrong<Messages>("wrong[");
}

struct PayloadReadAtPost : Planted {
  PayloadReadAtPost() : Planted(Fault::payload_read_at_post, "Gpu") { lean_on_times(); }
};

TEST_F(PayloadReadAtPost, IsSeenByAProgramThatOverwritesWhatIsUnderWay) {
  param("arrives", "after");
  param("bytes", std::int64_t{29});  // one more than is inlined: the NIC reads it itself, later
  expect_right<Overwrite>();
  plant();
  expect_wrong<Overwrite>("target[0]");
}

struct CounterBeforePayload : Planted {
  CounterBeforePayload() : Planted(Fault::counter_before_payload, "P5GpuCounted") {}
};

TEST_F(CounterBeforePayload, IsSeenByWhoeverReadsTheDataAtOnce) {
  param("announce", "put_signal_nbi");
  param("op", "add");
  param("bytes", std::int64_t{65537});
  expect_right<Messages>();
  plant();
  expect_wrong<Messages>("wrong[");
}

struct CountTakenForOrder : Planted {
  CountTakenForOrder() : Planted(Fault::count_taken_for_order, "P5GpuCounted") {}
};

TEST_F(CountTakenForOrder, EndsAQuietWhoseGetIsStillUnderWayBehindTheWorkOfOthers) {
  param("wait", "quiet");
  param("bytes", std::int64_t{1 << 20});  // under way when the put, whose way is longer, is acknowledged
  expect_right<GetAndPut>();
  plant();
  expect_wrong<GetAndPut>("wrong[");
}

}  // namespace
}  // namespace gin::conformance
