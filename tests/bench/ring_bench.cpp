// A ring's slots, written and read on one core; an item is one command.
#include <benchmark/benchmark.h>

#include "core/env/wall_env.hpp"
#include "core/run/ring_memory.hpp"

namespace gin {
namespace {

void ring(benchmark::State& state) {
  constexpr std::uint32_t capacity = 1024;
  RingMemory memory(capacity, 0);
  WallEnv::Gate gate;
  Ring<WallEnv> ring = memory.ring<WallEnv>(gate, gate, gate);
  WallWorld world;
  WallEnv env(world, {});
  Operation operation;
  operation.bytes = 64;
  operation.has_signal = state.range(0) != 0;
  const Command command = encode(operation);
  std::uint32_t position = 0;
  for (auto step : state) {
    env.post(ring, position, command);
    Command read;
    for (read.count = 0; read.count < command.count; ++read.count, ++position)
      if (!SixteenByteCommands::try_read(ring.slot(position), {position, capacity}, read.slots[read.count]))
        state.SkipWithError("a slot that was written was not there");
    benchmark::DoNotOptimize(decode(read));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ring)->ArgName("signal")->Arg(0)->Arg(1);

}  // namespace
}  // namespace gin
