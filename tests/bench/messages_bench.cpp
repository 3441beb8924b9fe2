// Whole messages by path, run phase only: an all-to-all of 64 bytes between 16 PEs; an item is one put. Without an adversary and
// with each: what that costs is the ratio of two of one run.
#include <benchmark/benchmark.h>

#include "tests/bench/bench_run.hpp"
#include "tests/bench/stopwatch.hpp"

namespace gin::bench {
namespace {

void messages(benchmark::State& state, const char* path, const char* nodes, const char* gpus,
              const char* adversary = "none") {
  std::uint64_t messages = 0;
  for (auto step : state) {
    BenchRun run("tests/bench/all_to_all.json", {{"path", path},
                                                 {"cluster.nodes", nodes},
                                                 {"cluster.gpus_per_node", gpus},
                                                 {"payload", "real"},
                                                 {"test.adversary", adversary},
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
BENCHMARK_CAPTURE(messages, gpu_machine, "gpu", "16", "1", "machine")->UseManualTime();
BENCHMARK_CAPTURE(messages, gpu_contract, "gpu", "16", "1", "contract")->UseManualTime();
BENCHMARK_CAPTURE(messages, proxy_machine, "proxy", "16", "1", "machine")->UseManualTime();
BENCHMARK_CAPTURE(messages, proxy_contract, "proxy", "16", "1", "contract")->UseManualTime();
BENCHMARK_CAPTURE(messages, pointer_machine, "pointer", "1", "16", "machine")->UseManualTime();
BENCHMARK_CAPTURE(messages, pointer_contract, "pointer", "1", "16", "contract")->UseManualTime();

}  // namespace
}  // namespace gin::bench
