#include "core/env/wall_env.hpp"

namespace gin {

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
  ++tries_;
  if (tries_ >= next_word_ && world_.watcher) [[unlikely]] {
    next_word_ += long_wait_;
    world_.watcher->waits(who_.number, waiting());
  }
  if (worker_)
    worker_->yield();
  else
    backoff_.pause();
  if (paced_) catch_up();
  if (world_.stop.load(std::memory_order_relaxed)) throw Stopped{};
}

bool WallEnv::idle(Gate&, std::uint64_t, const Waiting& why, Limit limit) {
  if (tries_ % look_every == look_every - 1) why_ = why;
  const bool is_over = limit != forever() && Clock::now() >= limit;
  pause();  // whoever has no time to wait has to let others go on all the same
  return !is_over;
}

}  // namespace gin
