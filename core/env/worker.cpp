#include "core/env/worker.hpp"

#include <sched.h>

#include <chrono>
#include <thread>

namespace gin {
namespace {
// As long as an answer from the other core takes. Later the thread lets go of its core: the other PE may need it.
constexpr std::uint32_t spins = 2000;
constexpr std::uint32_t yields = 20000;
}  // namespace

void Worker::help() {
  bool found = false;
  for (const auto& step : helpers_) found |= step();
  if (found) {
    vain_ = 0;
    return;
  }
  if (++vain_ > yields)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  else if (vain_ > spins)
    sched_yield();
}

void Worker::yield() {
  if (live_ > 1) {
    fibers_[current_].park();
    return;
  }
  help();
}

void Worker::run() {
  live_ = fibers_.size();
  while (live_ > 0) {
    for (current_ = 0; current_ < fibers_.size(); ++current_) {
      sim::Fiber& fiber = fibers_[current_];
      if (fiber.finished()) continue;
      fiber.resume();
      if (fiber.finished()) --live_;
    }
    if (live_ > 0) help();
  }
}

}  // namespace gin
