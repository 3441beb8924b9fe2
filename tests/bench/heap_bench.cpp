// The event heap at the sizes that runs of ten and of a thousand PEs have; an item is one push and one pop.
#include <benchmark/benchmark.h>

#include "core/base/random.hpp"
#include "core/sim/event_heap.hpp"

namespace gin::sim {
namespace {

void heap(benchmark::State& state) {
  EventHeap heap;
  Random random(1);
  std::uint64_t sequence = 0;
  const auto later = [&] { return Duration{static_cast<std::int64_t>(random.below(1'000'000))}; };
  for (std::int64_t i = 0; i < state.range(0); ++i) heap.push({{Instant{} + later(), {0}, sequence++}, {}});
  for (auto step : state) {
    const Event event = heap.pop();
    heap.push({{event.key.when + later(), {0}, sequence++}, {}});
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(heap)->Arg(64)->Arg(8192)->Arg(65536);

/// As many events, but in lanes of 16: only their heads are in the heap.
void lanes(benchmark::State& state) {
  EventHeap heap;
  Random random(1);
  const auto count = static_cast<std::uint32_t>(state.range(0) / 16);
  std::vector<Lane> lanes;
  std::vector<Instant> newest(count);
  std::uint64_t sequence = 0;
  for (std::uint32_t i = 0; i < count; ++i) lanes.emplace_back(ActorId{i});
  const auto push = [&](std::uint32_t i) {
    newest[i] = newest[i] + Duration{static_cast<std::int64_t>(random.below(1'000'000))};
    heap.push(lanes[i], {{newest[i], {i}, sequence++}, {}});
  };
  for (std::uint32_t i = 0; i < count * 16; ++i) push(i % count);
  for (auto step : state) push(heap.pop().key.cause.value);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(lanes)->Arg(64)->Arg(8192)->Arg(65536);

}  // namespace
}  // namespace gin::sim
