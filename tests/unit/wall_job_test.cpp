// A run on threads that ends for a reason from outside.
#include "core/run/wall_job.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

class NoProgram : public ProgramInstance {
 public:
  void plan(Plan&) override {}
  void fill(const Memory&) const override {}
  Bracket bracket() const override { return Bracket::visible; }
  Mismatch verify(const Memory&) const override { return {}; }
  void run(Context<VirtualEnv>&, std::uint64_t) const override {}
  void run(Context<WallEnv>&, std::uint64_t) const override {}
};

class DeadPes : public OtherPes {
 public:
  void arrive(std::uint64_t) override {}
  bool are_there() override { return true; }
  bool are_through() override { throw Error(Code::failed, "PE 1 died"); }
};

TEST(WallJob, ADeathAfterTheLastIterationEndsTheThreadsAndThenTheRun) {
  WallWorld world;
  const NoProgram program;
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
  bool are_through() override { return steps_ > 2; }

 private:
  const std::atomic<int>& steps_;
};

TEST(WallJob, AHelperWithAThreadOfItsOwnBeginsThereOnceBeforeItsFirstStep) {
  WallWorld world;
  const NoProgram program;
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
  const NoProgram program;
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

}  // namespace
}  // namespace gin
