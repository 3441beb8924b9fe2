#include "core/env/backoff.hpp"

#include <sched.h>

#include <thread>

namespace gin {
namespace {
/// What comes over a wire rings no bell.
constexpr std::chrono::microseconds nap{20};
}  // namespace

void Backoff::let_go() {
  if (rounds_ - rules_.spins() <= rules_.yields) {
    sched_yield();
  } else if (!rules_.hears_the_bell) {
    std::this_thread::sleep_for(nap);
  } else if (!is_announced_) {
    seen_ = bell_.announce();
    is_announced_ = true;
  } else {
    seen_ = bell_.sleep(seen_, nap);
  }
}

void Backoff::withdraw() {
  bell_.withdraw();
  is_announced_ = false;
}

}  // namespace gin
