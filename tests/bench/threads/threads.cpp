// A thread for each agent and proxy (launch.workers 0) against one that does everything: what it costs to hand a message
// on, in times of a word from core to core, and what it gains with several agents. All in one run, by turns.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "tests/bench/bench_run.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/threads/word.hpp"

namespace gin::bench {
namespace {

struct Sizes {
  std::string backend = "shm";
  std::uint32_t rounds = 7;
  std::uint32_t samples = 300;
  std::uint32_t round_trips = 100;
  bool any_machine = false;
};

/// One way to run it, and what came out, round by round.
struct Way {
  const char* title;
  const char* workers;
  const char* agents;
  const char* pin;
  const char* proxies = "1";
  std::vector<double> p50 = {};   ///< half a round trip, us
  std::vector<double> tail = {};  ///< p99 over p50
};

/// A sample is the mean of its round trips, all agents' side by side.
void measure(const Backend& backend, const Programs& programs, const Sizes& sizes, Way& way) {
  const scenario::Scenario scenario = first_row(programs, "tests/bench/wire/wire.json",
                                                {{"path", "proxy"},
                                                 {"params.bytes", "8"},
                                                 {"params.answered", "1"},
                                                 {"params.messages", std::to_string(sizes.round_trips)},
                                                 {"measure.iterations", std::to_string(sizes.samples)},
                                                 {"stack.proxy.rings", way.proxies},
                                                 {"stack.proxy.threads", way.proxies},
                                                 {"launch.agents", way.agents},
                                                 {"launch.workers", way.workers},
                                                 {"launch.pin", way.pin}});
  const trace::Row row = backend.run({scenario, program_named(programs, scenario.program), scenario.seed, {}});
  if (!row.verified) throw Error(Code::failed, row.mismatch);
  way.p50.push_back(static_cast<double>(row.p50_ps()) / 1e6 / 2 / sizes.round_trips);
  way.tail.push_back(static_cast<double>(row.p99_ps()) / static_cast<double>(row.p50_ps()));
}

void compare(const Sizes& sizes) {
  std::vector<double> words;
  Way ways[] = {{"inline", "1", "1", "auto"},
                {"threads, pinned", "0", "1", "auto"},
                {"threads", "0", "1", "off"},
                {"inline, 4 agents", "1", "4", "auto"},
                {"threads, 4 agents", "0", "4", "auto"},
                {"inline, 4 agents, 4 proxies", "1", "4", "auto", "4"},
                {"threads, 4 agents, 4 proxies", "0", "4", "auto", "4"}};
  const Programs programs = all_programs();
  for (const auto& backend : make_backends()) {
    if (backend->name() != sizes.backend) continue;
    for (std::uint32_t i = 0; i < sizes.rounds; ++i) {
      words.push_back(measure_word());
      for (Way& way : ways) measure(*backend, programs, sizes, way);
    }
  }
  const double word_us = median(words);
  fmt::print("a word from core to core: {:.3f} us\n", word_us);
  constexpr double word_max_us = 0.5;
  if (word_us > word_max_us && !sizes.any_machine)
    throw Error(Code::unavailable,
                fmt::format("expected at most {} us on a machine with cores to spare; no ratios. --any-machine "
                            "gives them all the same",
                            word_max_us));
  const auto* inline_way = &ways[0];
  for (const Way& way : ways) {
    if (way.workers[0] == '1') inline_way = &way;
    const double us = median(way.p50), base = median(inline_way->p50);
    fmt::print("{:<28} half a round trip {:>8.3f} us, p99 {:.1f} times it", way.title, us, median(way.tail));
    if (&way != inline_way)
      fmt::print("; {:.2f} times inline, which is {:+.1f} words", us / base, (us - base) / word_us);
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace gin::bench

int main(int argc, char** argv) {
  using namespace gin;
  bench::Sizes sizes;
  bench::Options options("launch.workers 0 against 1, between two processes of this machine");
  options.add("--backend", sizes.backend, "shm or tcp", {"shm", "tcp", "ib-loopback"});
  options.add("--rounds", sizes.rounds, "Each way so many times, by turns");
  options.add("--samples", sizes.samples, "Of a round");
  options.add("--round-trips", sizes.round_trips, "8 bytes there and back; a sample is their mean");
  options.add_flag("--any-machine", sizes.any_machine, "Give ratios though a word takes long from core to core");
  if (const auto status = options.read(argc, argv)) return *status;
  try {
    bench::compare(sizes);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.exit_code();
  }
  return 0;
}
