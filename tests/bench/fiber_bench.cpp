// Fiber switches; an item is one switch. With many fibers their stacks no longer lie in the caches.
#include <benchmark/benchmark.h>

#include <deque>

#include "core/sim/fiber.hpp"

namespace gin::sim {
namespace {

struct Parking {
  Fiber fiber;
  bool over = false;
  Parking(StackSlab& slab, std::size_t stack)
      : fiber(
            slab, stack,
            [](void* self) {
              auto& parking = *static_cast<Parking*>(self);
              while (!parking.over) parking.fiber.park();
            },
            this) {}
};

void fiber_switch(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  StackSlab slab(count);
  std::deque<Parking> fibers;
  for (std::size_t i = 0; i < count; ++i) fibers.emplace_back(slab, i);
  std::size_t next = 0;
  for (auto step : state) {
    fibers[next].fiber.resume();
    next = next + 1 < count ? next + 1 : 0;
  }
  for (Parking& parking : fibers) {
    parking.over = true;
    parking.fiber.resume();
  }
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK(fiber_switch)->Arg(1)->Arg(1024);

}  // namespace
}  // namespace gin::sim
