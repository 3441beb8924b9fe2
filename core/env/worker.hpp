// A thread that runs actors of a wall-clock run as fibers, one after the other, and drives what has no thread of
// its own in between: proxies, NICs. Two cores then carry two PEs whose agents never wait for a scheduler.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "core/env/backoff.hpp"
#include "core/sim/fiber.hpp"

namespace gin {

class Worker {
 public:
  /// `bell`: of the process; its other threads hear it when helpers move something.
  Worker(Bell& bell, std::size_t fibers)
      : bell_(bell), backoff_(bell, Backoff::Rules::of_a_worker()), stacks_(fibers) {}

  void add_fiber(sim::Fiber::Body body, void* argument) {
    fibers_.emplace_back(stacks_, fibers_.size(), body, argument);
  }
  /// One step of a helper; says whether it did anything.
  void add_helper(std::function<bool()> step) { helpers_.push_back(std::move(step)); }

  /// Returns when all fibers have ended. What a fiber or helper throws comes out here.
  void run();
  /// Called by a fiber that waits: others go on, and the helpers take a step.
  void yield();
  /// Called by a fiber that does not wait but has gone on for long: the helpers take a step.
  void help();
  /// Called by a fiber that has got what it waited for: the next wait may be short again.
  void goes_on() { backoff_.reset(); }

 private:
  Bell& bell_;
  Backoff backoff_;
  sim::StackSlab stacks_;
  std::deque<sim::Fiber> fibers_;  // addresses stay
  std::vector<std::function<bool()>> helpers_;
  std::size_t live_ = 0;
  std::size_t current_ = 0;
};

}  // namespace gin
