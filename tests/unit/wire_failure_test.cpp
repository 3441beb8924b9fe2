// A request that fails breaks its stream: each operation under way is told once, the first with the reason, and other
// peers hear nothing of it.
#include <gtest/gtest.h>

#include "tests/unit/wire_job.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin::test {
namespace {

class WireFailure : public testing::Test {
 protected:
  static JobRules three_pes() {
    JobRules rules;
    rules.loop.n_pes = 3;
    return rules;
  }
  /// How the operation of that tag ended; it must have.
  CompletionStatus end_of(std::uint64_t tag) {
    job.until([&] { return job.is_done(0, tag); }, "an end");
    return job.finished[0].at(tag);
  }
  WireJob<LoopWire> job{three_pes()};
};

TEST_F(WireFailure, IsToldWithItsReasonAndWhatIsBehindItAsFlushed) {
  job.pes[0]->loop.fail = 2;
  std::vector<std::uint64_t> tags;
  for (int i = 0; i < 4; ++i) tags.push_back(job.post(0, put(1, 0, 1024, 64)));
  EXPECT_EQ(end_of(tags[1]), CompletionStatus::remote_access);
  for (const std::uint64_t tag : {tags[0], tags[2], tags[3]}) EXPECT_EQ(end_of(tag), CompletionStatus::flushed);
}

TEST_F(WireFailure, LetsNothingMoreGoThere) {
  job.pes[0]->loop.fail = 1;
  EXPECT_EQ(end_of(job.post(0, put(1, 0, 1024, 64))), CompletionStatus::remote_access);
  const std::uint64_t writes = job.network.writes;
  for (const Op op : {Op::put, Op::get, Op::send}) {
    Operation next = put(1, 0, 1024, 64);
    next.op = op;
    EXPECT_EQ(end_of(job.post(0, next)), CompletionStatus::flushed);
  }
  EXPECT_EQ(job.network.writes, writes);
}

TEST_F(WireFailure, IsNobodyElses) {
  job.pes[0]->loop.fail = 1;
  const std::uint64_t lost = job.post(0, put(1, 0, 1024, 64));
  const std::uint64_t other = job.post(0, put(2, 0, 1024, 64));
  EXPECT_EQ(end_of(lost), CompletionStatus::remote_access);
  job.until([&] { return job.pes[0]->fabric.request_completions(), job.is_done(0, other); }, "the other peer");
  EXPECT_EQ(end_of(other), CompletionStatus::ok);
}

TEST_F(WireFailure, OfAQuestionIsOneOfWhatItAskedFor) {
  const std::uint64_t tag = job.post(0, put(1, 0, 1024, 64));
  job.until_quiet();
  ASSERT_FALSE(job.is_done(0, tag)) << "nobody has asked";
  job.pes[0]->loop.fail = 1;
  job.pes[0]->fabric.request_completions();
  EXPECT_EQ(end_of(tag), CompletionStatus::remote_access);
}

TEST_F(WireFailure, OfAnAnswerThatSomebodyWaitsForEndsTheRun) {
  job.post(0, put(1, 0, 1024, 64));
  job.until_quiet();
  job.pes[1]->loop.fail = 1;
  job.pes[0]->fabric.request_completions();
  EXPECT_THROW(job.until_quiet(), Error);
}

TEST_F(WireFailure, OfAFetchOrALongSendWaitsForNoAnswer) {
  for (const Op op : {Op::fetch_amo, Op::send}) {
    WireJob<LoopWire> one{three_pes()};
    one.pes[0]->loop.fail = 1;
    Operation operation = put(1, 0, 1024, op == Op::send ? 4096 : 8);
    operation.op = op;
    const std::uint64_t tag = one.post(0, operation);
    one.until([&] { return one.is_done(0, tag); }, "an end");
    EXPECT_EQ(one.finished[0].at(tag), CompletionStatus::remote_access);
  }
}

}  // namespace
}  // namespace gin::test
