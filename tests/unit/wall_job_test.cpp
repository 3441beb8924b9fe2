// A run on threads that ends for a reason from outside.
#include "core/run/wall_job.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

#include "core/fabric/heap.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/heap_plan.hpp"
#include "tests/unit/no_program.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

class DeadPes : public OtherPes {
 public:
  void arrive(std::uint64_t) override {}
  bool are_there() override { return true; }
  void progressed() override {}
  std::uint64_t progress_heard() override { return 0; }
  bool are_through() override { throw Error(Code::failed, "PE 1 died"); }
};

TEST(WallJob, ADeathAfterTheLastIterationEndsTheThreadsAndThenTheRun) {
  WallWorld world;
  const test::NoProgram program;
  DeadPes others;
  WallJob job(world, program, {.warmup = 0, .iterations = 0}, &others);
  job.add_helper(0, [] { return false; });
  EXPECT_EQ(test::refusal([&] { job.run({}); }), "PE 1 died");
}

class PesThatStay : public OtherPes {
 public:
  explicit PesThatStay(const std::atomic<int>& steps) : steps_(steps) {}
  void arrive(std::uint64_t) override {}
  bool are_there() override { return true; }
  void progressed() override {}
  std::uint64_t progress_heard() override { return 0; }
  bool are_through() override { return steps_ > 2; }

 private:
  const std::atomic<int>& steps_;
};

TEST(WallJob, AHelperWithAThreadOfItsOwnBeginsThereOnceBeforeItsFirstStep) {
  WallWorld world;
  const test::NoProgram program;
  std::atomic<int> steps = 0;
  PesThatStay others(steps);
  std::vector<std::thread::id> began;
  bool has_begun_here = true;
  WallJob job(world, program, {.warmup = 0, .iterations = 0}, &others);
  const auto step = [&] {
    has_begun_here = has_begun_here && began == std::vector{std::this_thread::get_id()};
    return ++steps, true;
  };
  job.add_helper(0, step, [&] { began.push_back(std::this_thread::get_id()); });
  job.run({});
  EXPECT_TRUE(has_begun_here);
  EXPECT_EQ(began.size(), 1U);
}

TEST(WallJob, AHelperOfAWorkerDoesNotTakeItsThreadForItself) {
  WallWorld world;
  const test::NoProgram program;
  std::atomic<int> steps = 0;
  PesThatStay others(steps);
  bool has_begun = false;
  WallJob job(world, program, {.warmup = 0, .iterations = 0, .workers = 1}, &others);
  job.make_workers(1);
  job.add_helper(
      0, [&] { return ++steps, true; }, [&] { has_begun = true; });
  job.run({});
  EXPECT_FALSE(has_begun);
}

/// Agent 0 waits for a word that nobody writes, agent 1 counts for ever, agent 2 has nothing to do.
class Stuck : public test::NoProgram {
 public:
  explicit Stuck(const Window<std::uint64_t>& words) : words_(words) {}
  void run(Context<WallEnv>& context, std::uint64_t) const override {
    if (context.agent() == 0) context.signal_wait_until(words_.at(3), Compare::ge, 7);
    while (context.agent() == 1) context.local_fetch_add(words_.at(0), 1);
  }

 private:
  Window<std::uint64_t> words_;
};

TEST(WallJob, AHangSaysWhoWaitsForWhatWhoRunsAndWhoIsThrough) {
  Launch launch;
  launch.agents = 3;
  HeapPlan plan(launch);
  const Stuck program(plan.words<std::uint64_t>("inbox", 4));
  const SymmetricHeaps heaps({1, plan.heap_bytes()});
  WallWorld world;
  world.heaps = {heaps.of(0)};
  world.heap = plan.map();
  const Path path = Path::pointer;
  WallJob job(world, program, {.patience = std::chrono::seconds(1)});
  std::deque<WallEnv> envs;
  std::deque<AgentMemory<WallEnv>> memory;
  for (std::uint32_t agent = 0; agent < launch.agents; ++agent) {
    AgentView<WallEnv> view = memory.emplace_back(AgentMemory<WallEnv>::Shape{}).view(launch, {});
    view.agent = agent;
    view.heap = heaps.of(0);
    view.paths = {&path};
    job.add_agent(envs.emplace_back(world, WallEnv::Identity{Pe{0}, agent}), view);
  }
  EXPECT_EQ(test::refusal([&] { job.run({}); }),
            "hang: nothing has moved for 1 s (launch.hang_after_s)\n"
            "  PE 0 agent 0 waits in signal_wait_until for window inbox[3]: 0 seen, >= 7 wanted\n"
            "  PE 0 agent 1 runs, in iteration 0\n"
            "  PE 0 agent 2 is through iteration 0");
}

}  // namespace
}  // namespace gin
