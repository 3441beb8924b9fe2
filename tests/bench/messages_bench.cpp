// Whole messages by path, run phase only: an all-to-all of 64 bytes between 16 PEs; an item is one put.
#include <benchmark/benchmark.h>

#include "tests/bench/bench_run.hpp"
#include "tests/bench/stopwatch.hpp"

namespace gin::bench {
namespace {

void messages(benchmark::State& state, const char* path, const char* nodes, const char* gpus) {
  std::uint64_t messages = 0;
  for (auto step : state) {
    BenchRun run("tests/bench/all_to_all.json", {{"path", path},
                                                 {"cluster.nodes", nodes},
                                                 {"cluster.gpus_per_node", gpus},
                                                 {"payload", "real"},
                                                 {"measure.iterations", "10"}});
    run.set_up();
    Stopwatch stopwatch;
    stopwatch.start();
    const trace::Row row = run.run();
    stopwatch.stop();
    if (!row.verified) state.SkipWithError(row.mismatch.c_str());
    state.SetIterationTime(stopwatch.seconds());
    messages += run.messages();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(messages));
}
BENCHMARK_CAPTURE(messages, gpu, "gpu", "16", "1")->UseManualTime();
BENCHMARK_CAPTURE(messages, proxy, "proxy", "16", "1")->UseManualTime();
BENCHMARK_CAPTURE(messages, pointer, "pointer", "1", "16")->UseManualTime();

}  // namespace
}  // namespace gin::bench
