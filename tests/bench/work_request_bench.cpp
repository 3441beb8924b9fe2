// From an operation to work requests and to a command.
#include <benchmark/benchmark.h>

#include "core/device/requests.hpp"
#include "core/format/command.hpp"

namespace gin {
namespace {

Operation put(std::int64_t signal) {
  Operation operation;
  operation.peer = Pe{7};
  operation.remote = 4096;
  operation.local = 8192;
  operation.bytes = 64;
  operation.has_signal = signal != 0;
  operation.signal = 64;
  operation.signal_value = 1;
  return operation;
}

void work_request(benchmark::State& state) {
  Operation operation = put(state.range(0));
  const unsigned char source[64] = {};
  WorkRequest requests[2];
  const PostRules rules;
  for (auto step : state) {
    benchmark::DoNotOptimize(operation);
    std::size_t count = 0;
    build(operation, source, rules, {}, [&](std::uint32_t, const WorkRequest& one) { requests[count++] = one; });
    benchmark::DoNotOptimize(requests);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(work_request)->ArgName("signal")->Arg(0)->Arg(1);

void command(benchmark::State& state) {
  Operation operation = put(state.range(0));
  for (auto step : state) {
    benchmark::DoNotOptimize(operation);
    benchmark::DoNotOptimize(encode(operation));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(command)->ArgName("signal")->Arg(0)->Arg(1);

}  // namespace
}  // namespace gin
