#include "core/env/worker.hpp"

namespace gin {

void Worker::help() {
  bool found = false;
  for (const auto& step : helpers_) found |= step();
  if (!found) return backoff_.pause();
  backoff_.reset();
  bell_.ring();
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
