// A job whose agents run elsewhere: it lines up with them, takes their times, and ends them whatever ends it.
#include "core/run/agents_elsewhere.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/run/wall_job.hpp"
#include "tests/unit/no_program.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

using namespace std::chrono_literals;

/// Reaches each line as soon as it may, up to one.
class Others : public AgentsElsewhere {
 public:
  std::uint64_t last = ~std::uint64_t{0};  ///< line that it reaches
  std::uint64_t breaks_at = ~std::uint64_t{0};
  std::vector<std::uint64_t> passed;
  bool started = false;
  bool stopped = false;

  void start() override { started = true; }
  std::uint64_t reached() override {
    if (passed.size() == breaks_at) throw Error(Code::failed, "the GPU fell off");
    return std::min<std::uint64_t>(passed.size() + 1, last);
  }
  void may_pass(std::uint64_t lines) override { passed.push_back(lines); }
  bool have_ended() override { return true; }
  void stop() override { stopped = true; }
  std::chrono::nanoseconds between(std::uint64_t from, std::uint64_t to) const override {
    return std::chrono::nanoseconds(100 * from + to);
  }
  std::vector<std::string> places() const override { return {"waits in quiet", "runs"}; }
};

struct Job {
  WallWorld world;
  test::NoProgram program;
  Others others;
  WallEnv speaker{world, {Pe{3}}};
  WallJob job{world, program, {.warmup = 1, .iterations = 2, .patience = 1s}};

  std::string refusal() {
    job.add_agents(speaker, others);
    return test::refusal([&] { job.run({}); });
  }
};

TEST(AgentsElsewhere, PassEveryLineAndTellTheirOwnTimes) {
  Job run;
  EXPECT_EQ(run.refusal(), "accepted");
  EXPECT_TRUE(run.others.started);
  EXPECT_EQ(run.others.passed, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(run.others.stopped);
  trace::Row row;
  run.job.report(row);
  EXPECT_EQ(row.samples_ps, (std::vector<std::int64_t>{203'000, 405'000}));
}

TEST(AgentsElsewhere, ThatReachALineNoMoreAreStoppedAndTheReportSaysWhereEachStood) {
  Job run;
  run.others.last = 3;
  const std::string said = run.refusal();
  EXPECT_TRUE(said.starts_with("hang: nothing has moved")) << said;
  EXPECT_TRUE(said.ends_with("\n  PE 3 agent 0 waits in quiet\n  PE 3 agent 1 runs")) << said;
  EXPECT_TRUE(run.others.stopped);
  EXPECT_EQ(run.others.passed.size(), 3u);
}

TEST(AgentsElsewhere, ThatFailAreStoppedAndTheRunEndsWithTheirSentence) {
  Job run;
  run.others.breaks_at = 2;
  EXPECT_EQ(run.refusal(), "the GPU fell off");
  EXPECT_TRUE(run.others.stopped);
}

}  // namespace
}  // namespace gin
