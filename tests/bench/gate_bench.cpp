// A gate's notify with waiters parked on it, and a whole wake-up in virtual time: idle, notify, event, resume.
#include <benchmark/benchmark.h>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

void gate_notify(benchmark::State& state) {
  sim::Gate gate;
  std::vector<sim::Waiter> waiters(static_cast<std::size_t>(state.range(0)));
  for (sim::Waiter& waiter : waiters) waiter.woken.run = [](void*, std::uint64_t) {};
  for (auto step : state) {
    for (sim::Waiter& waiter : waiters) gate.park(waiter);
    gate.notify();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(gate_notify)->Arg(0)->Arg(1)->Arg(8);

void gate_wake_up(benchmark::State& state) {
  test::SmallWorld small;
  sim::Gate gate;
  bool over = false;
  VirtualEnv& sleeper = small.spawn([&](VirtualEnv& env) {
    while (!over) env.idle(gate, env.observe(gate), {}, Instant::never());
  });
  small.run();
  const auto wake = [&] {
    small.at(sleeper.actor(), small.world.now(), [&] { gate.notify(); });
    small.run();
  };
  for (auto step : state) {
    gate.notify();
    small.run();
  }
  over = true;
  wake();
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(gate_wake_up);

}  // namespace
}  // namespace gin
