// The speed of whole runs: an all-to-all of small puts against tests/bench/limit, as a ratio, in one process on one
// core. The two take turns every few thousand messages, so that a machine that drifts does so for both.
#include <sched.h>
#include <sys/resource.h>

#include <fmt/format.h>
#include <algorithm>

#include "tests/bench/bench_run.hpp"
#include "tests/bench/limit/limit.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/stopwatch.hpp"

namespace gin::bench {
namespace {

struct Shape {
  std::uint32_t pes = 1024;
  std::uint32_t pairs = 5;
  std::string payload = "phantom";
};

struct Pair {
  double set_up_seconds;
  double run_rate;  // messages a second
  double limit_rate;
  double ratio() const { return run_rate / limit_rate; }
};

std::vector<scenario::Assignment> sets(const Shape& options, const std::string& path) {
  return {{"path", path}, {"cluster.nodes", std::to_string(options.pes)}, {"payload", options.payload}};
}

Pair run_pair(const Shape& options, const std::string& path, std::size_t pending) {
  BenchRun run("tests/bench/all_to_all.json", sets(options, path));
  Stopwatch setting_up, running, limiting;
  setting_up.start();
  run.set_up();
  setting_up.stop();

  Limit limit({options.pes, pending});
  const std::uint64_t slice = std::max<std::uint64_t>(run.messages() / 128, 1);
  const auto turn = [&] {
    limiting.start();
    limit.run(slice);
    limiting.stop();
  };
  turn();  // once at least, however short the run
  running.start();
  run.run([&] {
    running.stop();
    turn();
    running.start();
  });
  running.stop();
  return {setting_up.seconds(), static_cast<double>(run.messages()) / running.seconds(),
          static_cast<double>(limit.messages()) / limiting.seconds()};
}

/// A run of its own says how many events are pending, which the limit then keeps pending too.
std::size_t look_at(const Shape& options, const std::string& path) {
  BenchRun run("tests/bench/all_to_all.json", sets(options, path));
  run.set_up();
  run.run();
  const double per_message = static_cast<double>(run.events()) / static_cast<double>(run.messages());
  fmt::print("{}: {} PEs, {} messages, {:.2f} events a message, {} pending\n", path, run.pes(), run.messages(),
             per_message, run.pending());
  return run.pending();
}

void compare(const Shape& options, const std::string& path) {
  const std::size_t pending = look_at(options, path);
  std::vector<double> ratios;
  for (std::uint32_t i = 0; i < options.pairs; ++i) {
    const Pair pair = run_pair(options, path, pending);
    ratios.push_back(pair.ratio());
    fmt::print("  set-up {:.3f} s, {:.0f} messages a second, limit {:.0f}, ratio {:.3f}\n", pair.set_up_seconds,
               pair.run_rate, pair.limit_rate, pair.ratio());
  }
  std::sort(ratios.begin(), ratios.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("  median ratio {:.3f}; peak memory so far {} MiB, payload {}\n", ratios[ratios.size() / 2],
             usage.ru_maxrss / 1024, options.payload);
}

/// Stays on the core it is on.
void pin() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);
}

}  // namespace
}  // namespace gin::bench

int main(int argc, char** argv) {
  gin::bench::Shape options;
  std::string path;
  gin::bench::Options command_line("Runs an all-to-all against the limit and prints the ratio of their speeds.");
  command_line.add("--pes", options.pes, "PEs, each on a node of its own", {2, 1024});
  command_line.add("--pairs", options.pairs, "how often each is measured", {1, 100});
  command_line.add("--payload", options.payload, "real or phantom", {"real", "phantom"});
  command_line.add("--path", path, "gpu or proxy; without it both", {"gpu", "proxy"});
  if (const auto status = command_line.read(argc, argv)) return *status;
  gin::bench::pin();
  for (const char* one : {"gpu", "proxy"})
    if (path.empty() || path == one) gin::bench::compare(options, one);
}
