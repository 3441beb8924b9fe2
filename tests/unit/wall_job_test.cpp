// A run on threads that ends for a reason from outside.
#include "core/run/wall_job.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gin
