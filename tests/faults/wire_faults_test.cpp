// The mistakes of core/base/fault.hpp that a fabric over a wire could make.
#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "core/base/planted.hpp"
#include "tests/unit/wire_job.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

using test::LoopWire;

class PlantedOnAWire : public testing::Test {
 protected:
  void TearDown() override { planted_now = Fault::none; }

  /// Messages with signals behind data of four requests, over a wire that takes three at a time; what comes of it.
  static std::string outcome(Fault fault) {
    planted_now = fault;
    test::JobRules rules;
    rules.loop.limits.message_max = 64;
    rules.loop.depth = 3;
    test::WireJob<LoopWire> job(rules);
    try {
      for (int i = 0; i < 10; ++i) job.post(0, test::with_signal(test::put(1, 1024, 4096, 250), 64, Amo::add, 1));
      job.quiet(0);
    } catch (const std::exception& error) {
      return error.what();
    }
    return job.word(1, 64) == 10 ? "right" : "wrong";
  }
};

TEST_F(PlantedOnAWire, CompletionDroppedIsAHangOfWhoeverWaits) {
  EXPECT_EQ(outcome(Fault::none), "right");
  EXPECT_EQ(outcome(Fault::completion_dropped), "hang: waited for operations of PE 0");
}

TEST_F(PlantedOnAWire, RequestPostedTwiceIsRefusedByTheTargetThatCounts) {
  EXPECT_EQ(outcome(Fault::none), "right");
  const std::string what = outcome(Fault::request_posted_twice);
  EXPECT_NE(what.find("PE 1: expected one message of an operation that is under way from PE 0"), std::string::npos)
      << what;
}

TEST_F(PlantedOnAWire, SignalBeforeLastSegmentLeavesAMessageThatTheTargetDoesNotExpect) {
  EXPECT_EQ(outcome(Fault::none), "right");
  const std::string what = outcome(Fault::signal_before_last_segment);
  EXPECT_NE(what.find("done long ago or cannot have been issued"), std::string::npos) << what;
}

}  // namespace
}  // namespace gin
