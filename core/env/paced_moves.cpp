// WallEnv: what an actor waits for where things cost what the profile and the stack say.
#include <algorithm>

#include "core/env/wall_env.hpp"

namespace gin {
namespace {
// Now and then whoever waits for long looks whether the run is over.
constexpr std::chrono::milliseconds longest_sleep{5};
}  // namespace

void WallEnv::wait_until(Clock::time_point due) {
  for (Clock::time_point now = Clock::now(); now < due; now = Clock::now()) {
    if (worker_)
      worker_->yield();
    else
      std::this_thread::sleep_until(std::min(due, now + longest_sleep));
    if (world_.stop.load(std::memory_order_relaxed)) throw Stopped{};
  }
}

void WallEnv::spend(Cost cost, std::uint32_t times) {
  if (is_acquire(cost)) paced_->acquire();
  const Clock::duration time = paced_->cost(cost, times);
  if (time == Clock::duration{}) return;
  due_ += time;
  wait_until(due_);
}

bool WallEnv::take_time(const Copy& copy) {
  const Pace& pace = paced_->pace();
  if (copy.peer != who_.pe && copy.kind != Copy::Kind::load) {
    const PacedActor::Loads loads = paced_->load_source(copy);
    wait_until(due_ = loads.first);
    const Route stores{copy.peer, copy.bytes_there(), false, posted_stores, 0, 0, loads.loop};
    wait_until(due_ = std::max(loads.end, paced_->transfer(stores, copy.bytes_there())));
    paced_->store(copy);
    return false;
  }
  // As in virtual time: what has come is stored while the rest is on its way.
  const auto stored = paced_->transfer({who_.pe, copy.bytes, false, posted_stores}, copy.bytes);
  const Route loads{copy.peer, copy.bytes, true, pace.copy_load(), copy.remote, copy.bytes};
  wait_until(due_ = std::max(stored, paced_->transfer(loads, copy.bytes)));
  return true;
}

void WallEnv::take_time(const Access& access, std::uint64_t lanes) {
  const std::uint64_t bytes = access.lane_bytes * lanes;
  if (bytes == 0 && access.operations == 0 && access.instructions == 0) return;
  const Pace& pace = paced_->pace();
  const Duration computing = pace.computing(access.operations) + pace.issuing(access.instructions, lanes);
  const Clock::time_point computed = due_ + paced_->world().stretched(computing);
  if (bytes > 0) due_ = paced_->load(route_of(who_.pe, access, pace, world_.heaps[access.pe.value]), bytes);
  wait_until(due_ = std::max(due_, computed));
  if (access.pe != who_.pe && access.writes) paced_->stored(access.pe);
}

std::uint64_t WallEnv::paced_move(const AtomicMove& atomic) {
  if (!atomic.fetches && !atomic.drained) spend(Cost::fence_system, 1);  // a release, which waits as a fence does
  if (atomic.peer == who_.pe) {
    spend(Cost::local_atomic, 1);
    return apply(atomic);
  }
  if (!atomic.fetches) {
    paced_->apply(atomic);
    return 0;
  }
  const Machine& machine = paced_->machine();
  const Duration there = machine.store_latency(who_.pe, atomic.peer);
  const Duration back = std::max(machine.load_latency(who_.pe, atomic.peer), there);
  const PacedWorld& world = paced_->world();
  const Clock::time_point begin = Clock::now();
  wait_until(begin + world.stretched(there));
  paced_->look();  // this agent's earlier stores are there
  const std::uint64_t old = apply(atomic);
  wait_until(due_ = begin + world.stretched(back));
  return old;
}

void WallEnv::wait_for_stores() {
  wait_until(due_ = paced_->drained());
  paced_->look();
}

}  // namespace gin
