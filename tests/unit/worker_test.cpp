#include "core/env/worker.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "core/env/wall_env.hpp"

namespace gin {
namespace {

struct Actor {
  Worker* worker;
  std::string* trace;
  char name;
  int rounds;
  static void body(void* self) {
    Actor& actor = *static_cast<Actor*>(self);
    for (int i = 0; i < actor.rounds; ++i) {
      *actor.trace += actor.name;
      actor.worker->yield();
    }
  }
};

TEST(Worker, FibersThatWaitTakeTurns) {
  Bell bell;
  Worker worker(bell, 2);
  std::string trace;
  Actor a{&worker, &trace, 'a', 3};
  Actor b{&worker, &trace, 'b', 2};
  worker.add_fiber(Actor::body, &a);
  worker.add_fiber(Actor::body, &b);
  worker.run();
  EXPECT_EQ(trace, "ababa");
}

TEST(Worker, HelpersTakeAStepBetweenRounds) {
  Bell bell;
  Worker worker(bell, 2);
  std::string trace;
  Actor a{&worker, &trace, 'a', 2};
  Actor b{&worker, &trace, 'b', 2};
  worker.add_fiber(Actor::body, &a);
  worker.add_fiber(Actor::body, &b);
  worker.add_helper([&] { return trace += '.', true; });
  worker.run();
  EXPECT_EQ(trace, "ab.ab.");
}

TEST(Worker, AFiberAloneStepsItsHelpersItself) {
  Bell bell;
  Worker worker(bell, 1);
  std::string trace;
  Actor a{&worker, &trace, 'a', 3};
  worker.add_fiber(Actor::body, &a);
  worker.add_helper([&] { return trace += '.', true; });
  worker.run();
  EXPECT_EQ(trace, "a.a.a.");
}

TEST(Worker, WhatAFiberThrowsComesOut) {
  Bell bell;
  Worker worker(bell, 1);
  worker.add_fiber([](void*) { throw std::runtime_error("gone"); }, nullptr);
  EXPECT_THROW(worker.run(), std::runtime_error);
}

/// Two agents of one worker and a word that the second holds: whoever moves it from 1 to 0 lets go of it.
struct WordOfTwo {
  WordOfTwo() { world.heaps = {reinterpret_cast<unsigned char*>(&word)}; }
  static std::uint64_t swap(WallEnv& env, std::uint64_t from, std::uint64_t to) {
    return env.atomic({Pe{0}, 0, Amo::compare_swap, to, from, true});
  }

  alignas(8) std::uint64_t word = 1;
  WallWorld world;
  Worker worker{world.bell, 2};
  WallEnv trying{world, {Pe{0}, 0}, &worker};
  WallEnv holding{world, {Pe{0}, 1}, &worker};
  bool got = false;
};

TEST(Worker, AnActorThatTriesForALockLetsItsHolderGoOn) {
  WordOfTwo two;
  const auto tries = [](void* self) {
    WordOfTwo& all = *static_cast<WordOfTwo*>(self);
    for (int i = 0; i < 1000 && !all.got; ++i) all.got = WordOfTwo::swap(all.trying, 0, 2) == 0;
  };
  two.worker.add_fiber(tries, &two);
  two.worker.add_fiber([](void* self) { WordOfTwo::swap(static_cast<WordOfTwo*>(self)->holding, 1, 0); }, &two);
  two.worker.run();
  EXPECT_TRUE(two.got);
}

TEST(Worker, AnActorThatTriesForALockForEverHearsThatTheRunIsOver) {
  WordOfTwo two;
  two.world.stop = true;
  const auto tries = [](void* self) {
    while (WordOfTwo::swap(static_cast<WordOfTwo*>(self)->trying, 0, 2) != 0) continue;
  };
  two.worker.add_fiber(tries, &two);
  EXPECT_THROW(two.worker.run(), Stopped);
}

}  // namespace
}  // namespace gin
