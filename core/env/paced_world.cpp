#include "core/env/paced_world.hpp"

namespace gin {
namespace {
constexpr std::int64_t ps_per_ns = 1000;
// Nobody asks for the causal path here, so it is forgotten now and then.
constexpr std::uint64_t events_between_restarts = 1 << 16;
}  // namespace

PacedWorld::PacedWorld(World& world, std::int64_t scale, Now now)
    : world_(world), scale_(scale), now_(std::move(now)), start_(now_()), clock_(world.simulation.add_actor()) {}

PacedWorld::Clock::duration PacedWorld::stretched(Duration time) const {
  const __int128 ns = static_cast<__int128>(time.ps) * scale_ / ps_per_ns;
  return std::chrono::nanoseconds(saturated::from(ns));
}

/// Events run at their own times, however late it is; only then the clock moves on to now.
bool PacedWorld::catch_up() {
  const std::chrono::nanoseconds passed = now_() - start_;
  const Instant now{saturated::from(static_cast<__int128>(passed.count()) * ps_per_ns / scale_)};
  sim::Simulation& simulation = world_.simulation;
  const std::uint64_t before = simulation.events_run();
  if (now < simulation.now()) return false;  // somebody has seen a later now
  while (!simulation.try_advance(clock_, now)) simulation.step();
  if (simulation.events_run() - restarted_at_ > events_between_restarts) {
    restarted_at_ = simulation.events_run();
    world_.path.restart(simulation.now());
  }
  return simulation.events_run() != before;
}

PacedWorld::Visit PacedWorld::visit() {
  Visit visit{std::unique_lock(door_), world_};
  catch_up();
  return visit;
}

bool PacedWorld::step() {
  const std::scoped_lock lock(door_);
  return catch_up();
}

void PacedWorld::finish() {
  const std::scoped_lock lock(door_);
  while (!world_.simulation.idle()) world_.simulation.step();
}

bool PacedWorld::idle() {
  const std::scoped_lock lock(door_);
  return world_.simulation.idle();
}

}  // namespace gin
