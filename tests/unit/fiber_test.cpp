// Everything in virtual time runs on these stacks: a lost local, a swallowed exception or a stack that silently
// runs into its neighbour would show up as a wrong answer far away.
#include "core/sim/fiber.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <vector>

#include "core/base/error.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::sim {
namespace {

/// A fiber with a function of its own.
template <class F>
struct Running {
  Running(StackSlab& slab, std::size_t stack, F f) : body(f), fiber(slab, stack, run, this) {}
  static void run(void* self) { static_cast<Running*>(self)->body(static_cast<Running*>(self)->fiber); }
  F body;
  Fiber fiber;
};

TEST(Fiber, RunsUntilItParksAndGoesOnThere) {
  StackSlab slab(1);
  std::vector<int> seen;
  Running running(slab, 0, [&](Fiber& self) {
    seen.push_back(1);
    self.park();
    seen.push_back(3);
    self.park();
    seen.push_back(5);
  });
  running.fiber.resume();
  seen.push_back(2);
  running.fiber.resume();
  seen.push_back(4);
  EXPECT_FALSE(running.fiber.finished());
  running.fiber.resume();
  EXPECT_TRUE(running.fiber.finished());
  EXPECT_EQ(seen, (std::vector{1, 2, 3, 4, 5}));
}

TEST(Fiber, AnExceptionThatLeavesTheBodyComesOutOfResume) {
  StackSlab slab(1);
  Running running(slab, 0, [](Fiber& self) {
    self.park();
    throw std::runtime_error("from inside");
  });
  running.fiber.resume();
  try {
    running.fiber.resume();
    FAIL() << "nothing came out";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "from inside");
  }
  EXPECT_TRUE(running.fiber.finished());
}

TEST(Fiber, AnExceptionCaughtInsideStaysInside) {
  StackSlab slab(2);
  int caught = 0;
  const auto body = [&](Fiber& self) {
    try {
      self.park();
      throw caught;
    } catch (int) {
      ++caught;
    }
  };
  Running first(slab, 0, body);
  Running second(slab, 1, body);
  first.fiber.resume();
  second.fiber.resume();
  EXPECT_NO_THROW(first.fiber.resume());
  EXPECT_NO_THROW(second.fiber.resume());
  EXPECT_EQ(caught, 2);
}

TEST(Fiber, ManyFibersKeepTheirOwnLocals) {
  constexpr std::size_t count = 100;
  struct Filled {
    std::size_t number;
    int* intact;
    void operator()(Fiber& self) const {
      std::size_t mine[64];
      for (std::size_t i = 0; i < 64; ++i) mine[i] = number * 64 + i;
      self.park();
      self.park();
      bool all = true;
      for (std::size_t i = 0; i < 64; ++i) all = all && mine[i] == number * 64 + i;
      *intact += all ? 1 : 0;
    }
  };
  StackSlab slab(count);
  int intact = 0;
  std::deque<Running<Filled>> fibers;
  for (std::size_t i = 0; i < count; ++i) fibers.emplace_back(slab, i, Filled{i, &intact});
  for (int round = 0; round < 3; ++round)
    for (auto& running : fibers) running.fiber.resume();
  EXPECT_EQ(intact, static_cast<int>(count));
}

TEST(Fiber, OneThatNeverRanOrNeverEndedCanBeDropped) {
  StackSlab slab(2);
  int runs = 0;
  const auto body = [&](Fiber& self) {
    ++runs;
    self.park();
    ++runs;
  };
  Running never(slab, 0, body);
  {
    Running half(slab, 1, body);
    half.fiber.resume();
  }
  Running again(slab, 1, body);  // the stack may be used once more
  again.fiber.resume();
  again.fiber.resume();
  EXPECT_EQ(runs, 3);
}

/// Goes down the stack until two pages above `floor` are left; returns how many calls that were.
__attribute__((noinline)) std::size_t dig(std::uintptr_t floor) {
  volatile unsigned char room[1024];
  room[0] = 1;
  const auto here = reinterpret_cast<std::uintptr_t>(&room[0]);
  const std::size_t deeper = here - floor < 8192 ? 0 : dig(floor);
  return deeper + room[0];
}

TEST(Fiber, TheStackCanBeUsedDownToItsLastPages) {
  StackSlab slab(2);
  std::size_t calls = 0;
  Running running(slab, 0, [&](Fiber&) { calls = dig(reinterpret_cast<std::uintptr_t>(slab.bottom(0))); });
  running.fiber.resume();
  EXPECT_TRUE(running.fiber.finished());
  EXPECT_GT(calls, 20u);
}

TEST(FiberDeathTest, OneThatEndedIsNotResumed) {
  StackSlab slab(1);
  Running running(slab, 0, [](Fiber&) {});
  running.fiber.resume();
  EXPECT_DEATH(running.fiber.resume(), "finished_");
}

TEST(StackSlab, StacksAreWholeAndDoNotOverlap) {
  StackSlab slab(3);
  for (std::size_t i = 0; i < 3; ++i) {
    if (i > 0) {
      EXPECT_GT(slab.bottom(i), slab.bottom(i - 1) + StackSlab::stack_size());
    }
    std::memset(slab.bottom(i), 0xab, StackSlab::stack_size());
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(slab.canary_intact(i));
}

TEST(StackSlabDeathTest, AWriteBelowAGuardedStackEndsTheProcess) {
  StackSlab slab(2);
  EXPECT_DEATH(*(static_cast<volatile std::byte*>(slab.bottom(1)) - 1) = std::byte{1}, "");
}

TEST(StackSlabDeathTest, BeyondTheGuardedStacksACanaryTellsOfAnOverflow) {
  constexpr std::size_t last = StackSlab::guarded_max;
  if (StackSlab::count_max() <= last)
    GTEST_SKIP() << "this sanitizer takes no more than " << StackSlab::count_max();
  StackSlab slab(last + 1);
  EXPECT_TRUE(slab.canary_intact(last));
  std::byte* canary_page = slab.bottom(last - 1) + StackSlab::stack_size();
  ASSERT_LT(canary_page, slab.bottom(last));
  Running running(slab, last, [&](Fiber& self) {
    self.park();
    std::memset(canary_page, 0, static_cast<std::size_t>(slab.bottom(last) - canary_page));
    self.park();
  });
  running.fiber.resume();
  EXPECT_DEATH(running.fiber.resume(), "canary_intact");
}

TEST(StackSlab, MoreStacksThanTheLimitAreRefusedWithASentence) {
  const std::size_t limit = StackSlab::count_max();
  EXPECT_EQ(
      test::refusal([&] { StackSlab slab(limit + 1); }),
      fmt::format("launch: expected at most {} agents and proxy threads in all, got {}; use fewer PEs or agents",
                  limit, limit + 1));
}

}  // namespace
}  // namespace gin::sim
