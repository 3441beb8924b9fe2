// What the protocol over a wire costs beside the wire: an 8-byte put with a signal posted by its source, carried
// out by its target and told complete, and a look at which nothing is found.
#include <benchmark/benchmark.h>

#include "tests/bench/instant_wire.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin::bench {
namespace {

/// An item is one hop: post, the source's look, the target's look. Completions are those that come by themselves.
void wire_put_signal(benchmark::State& state) {
  InstantPair pair;
  const Operation ball = test::with_signal(test::put(1, 1024, 2048, 8), 64, Amo::add, 1);
  std::uint64_t tag = 0;
  Completion completions[16];
  for (auto step : state) {
    if (pair.source.post({ball, 0, ++tag}) == Post::busy) state.SkipWithError("busy");
    pair.source.progress();
    benchmark::DoNotOptimize(pair.source.poll(completions));
    pair.target.progress();
  }
  if (pair.heaps[1][8] != tag) state.SkipWithError("a signal was lost");
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(wire_put_signal);

void wire_idle_look(benchmark::State& state) {
  InstantPair pair;
  Completion completions[16];
  for (auto step : state) {
    benchmark::DoNotOptimize(pair.source.progress());
    benchmark::DoNotOptimize(pair.source.poll(completions));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(wire_idle_look);

}  // namespace
}  // namespace gin::bench
