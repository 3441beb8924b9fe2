// A payload's way into a message and out of it again.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/env/payload.hpp"

namespace gin {
namespace {

void payload(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  BlockPool pool;
  Payload payload;
  const std::vector<unsigned char> from(bytes);
  std::vector<unsigned char> to(bytes);
  for (auto step : state) {
    payload.assign(pool, from.data(), bytes);
    std::memcpy(to.data(), payload.bytes(), bytes);
    payload.release(pool);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(payload)->Arg(8)->Arg(64)->Arg(4096)->Arg(1 << 20);

}  // namespace
}  // namespace gin
