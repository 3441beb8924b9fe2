#include "core/env/worker.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

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
  Worker worker(2);
  std::string trace;
  Actor a{&worker, &trace, 'a', 3};
  Actor b{&worker, &trace, 'b', 2};
  worker.add_fiber(Actor::body, &a);
  worker.add_fiber(Actor::body, &b);
  worker.run();
  EXPECT_EQ(trace, "ababa");
}

TEST(Worker, HelpersTakeAStepBetweenRounds) {
  Worker worker(2);
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
  Worker worker(1);
  std::string trace;
  Actor a{&worker, &trace, 'a', 3};
  worker.add_fiber(Actor::body, &a);
  worker.add_helper([&] { return trace += '.', true; });
  worker.run();
  EXPECT_EQ(trace, "a.a.a.");
}

TEST(Worker, WhatAFiberThrowsComesOut) {
  Worker worker(1);
  worker.add_fiber([](void*) { throw std::runtime_error("gone"); }, nullptr);
  EXPECT_THROW(worker.run(), std::runtime_error);
}

}  // namespace
}  // namespace gin
