#include "core/env/wall_env.hpp"

#include <algorithm>

namespace gin {
namespace {
constexpr std::uint32_t spins = 64;
constexpr std::uint32_t yields = 256;
}  // namespace

WallWorld::ActorCounts& WallWorld::add_actor() {
  const std::lock_guard lock(mutex_);
  return actors_.emplace_back();
}

WallWorld::Totals WallWorld::totals() const {
  const std::lock_guard lock(mutex_);
  Totals sum;
  for (const ActorCounts& actor : actors_) {
    for (std::uint32_t i = 0; i < counts_in_all; ++i)
      sum.counters[i] += actor.counters[i].load(std::memory_order_relaxed);
  }
  return sum;
}

void WallEnv::pause() {
  // A waiter that may share its core with whoever it waits for must let go of it soon.
  ++tries_;
  if (world_.watcher && tries_ % long_wait == 0) world_.watcher->waits(who_.number, waiting());
  if (worker_)
    worker_->yield();
  else if (tries_ > spins + yields)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  else if (tries_ > spins)
    std::this_thread::yield();
  if (paced_) due_ = std::max(due_, Clock::now());  // what was waited for came now
  if (world_.stop.load(std::memory_order_relaxed)) throw Stopped{};
}

bool WallEnv::idle(Gate&, std::uint64_t, const Waiting& why, Limit limit) {
  if (tries_ % look_every == look_every - 1) why_ = why;
  const bool is_over = limit != forever() && Clock::now() >= limit;
  pause();  // whoever has no time to wait has to let others go on all the same
  return !is_over;
}

}  // namespace gin
