// What the runtime adds to a provider: a device program over ginlab's backends against the provider alone, in one
// run, because machines differ and drift.
#include <fmt/format.h>

#include <functional>

#include "core/base/error.hpp"
#include "core/ofi/probe.hpp"
#include "tests/bench/bench_run.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/raw/perftest.hpp"
#include "tests/bench/raw/raw_figures.hpp"
#include "tests/bench/wire/awake_cores.hpp"
#include "tests/bench/wire/exchange.hpp"
#include "tests/bench/wire/pairs.hpp"

namespace gin::bench {
namespace {

struct Sizes {
  RawSizes raw;  // of one half of a pair
  unsigned pairs = 9;
  bool busy_too = false;
  std::string fabric = "efa";  // of backend efa
};

/// What a backend stands on, by itself.
struct Raw {
  std::function<RawFigures()> measure;
  const RawFigures* reference = nullptr;
  std::uint64_t large_places = 64;  ///< where its large messages go in turn: memory that a cache holds is another's
};
Raw alone(ofi::Provider provider, const Sizes& sizes) {
  return {[provider, &sizes] { return measure_raw(provider, sizes.raw); }, reference_of(provider)};
}
/// Its small messages go round 64 places, as ours; its large ones have one (perftest's cycle_buffer is 4096 bytes).
Raw perftest(const Sizes& sizes) {
  return {[&sizes] { return measure_perftest(sizes.raw); }, nullptr, 1};
}

/// Who is measured against it.
struct Ours {
  const Backend& backend;
  const Programs& programs;
  std::string path;
  std::string fabric;
};

/// Microseconds of one message, the median of the iterations.
double us_per_message(const Ours& ours, const WireExchange::Params& sent) {
  const auto& [backend, programs, path, fabric] = ours;
  const scenario::Scenario scenario = first_row(programs, "tests/bench/wire/wire.json",
                                                {{"path", path},
                                                 {"launch.fabric", fabric},
                                                 {"params.bytes", std::to_string(sent.bytes)},
                                                 {"params.messages", std::to_string(sent.messages)},
                                                 {"params.answered", std::to_string(sent.answered)},
                                                 {"params.places", std::to_string(sent.places)}});
  const trace::Row row = backend.run({scenario, program_named(programs, scenario.program), scenario.seed, {}});
  if (!row.verified) throw Error(Code::failed, row.mismatch);
  return static_cast<double>(row.p50_ps()) / 1e6 / static_cast<double>(sent.messages);
}

RawFigures measure(const Ours& whose, const Raw& below, const RawSizes& sizes) {
  constexpr std::uint64_t large = 64 << 10, places = 64;
  const auto us = [&](const WireExchange::Params& sent) { return us_per_message(whose, sent); };
  RawFigures ours;
  ours.half_round_trip_us = us({8, sizes.round_trips, 1, places}) / 2;
  ours.mega_messages_s = 1 / us({8, sizes.messages, 0, places});
  ours.gigabytes_s = static_cast<double>(large) / 1e3 / us({large, sizes.large_messages, 0, below.large_places});
  return ours;
}

void compare(const std::string& name, const std::vector<std::string>& paths, const Raw& below, const Sizes& sizes) {
  const Programs programs = all_programs();
  for (const auto& backend : make_backends()) {
    if (backend->name() != name) continue;
    std::vector<Pairs> pairs(paths.size(), Pairs(below.reference, sizes.busy_too));
    for (unsigned i = 0; i < sizes.pairs; ++i) {
      const RawFigures raw = below.measure();
      for (std::size_t at = 0; at < paths.size(); ++at)
        pairs[at].add(raw, measure({*backend, programs, paths[at], sizes.fabric}, below, sizes.raw));
    }
    for (std::size_t at = 0; at < paths.size(); ++at)
      for (const Figure figure : all_figures)
        fmt::print("{:<12}{:<18}{:<16} {}\n", name, paths[at], unit_of(figure).of, pairs[at].words(figure));
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace gin::bench

int main(int argc, char** argv) {
  using namespace gin;
  bench::Sizes sizes;
  sizes.raw.runs = 1;
  std::string only;
  bench::Options options(
      "ginlab over libfabric against libfabric alone, or over the verbs device in software against perftest on it, between two "
      "processes of this machine");
  options.add("--backend", only, "shm, tcp, ib-loopback or efa; without it the first two",
              {"shm", "tcp", "ib-loopback", "efa"});
  options.add("--fabric", sizes.fabric, "Of backend efa", {"efa", "efa-direct"});
  options.add("--pairs", sizes.pairs, "Raw, then ginlab, so many times; those with a quiet raw count", {1, 1000});
  options.add("--round-trips", sizes.raw.round_trips, "8 bytes there and back");
  options.add("--messages", sizes.raw.messages, "8 bytes, as fast as they go");
  options.add("--large-messages", sizes.raw.large_messages, "64 KiB, the same");
  options.add_flag("--even-if-busy", sizes.busy_too, "Give ratios though the raw limit is far from its reference");
  if (const auto status = options.read(argc, argv)) return *status;
  try {
    const bench::AwakeCores awake;
    if (only.empty() || only == "shm") bench::compare("shm", {"proxy"}, bench::alone(ofi::shm(), sizes), sizes);
    if (only.empty() || only == "tcp") bench::compare("tcp", {"proxy"}, bench::alone(ofi::tcp(), sizes), sizes);
    if (only == "ib-loopback")
      bench::compare("ib-loopback", {"proxy", "gpu", "gpu-cpu-doorbell"}, bench::perftest(sizes), sizes);
    if (only == "efa") bench::compare("efa", {"proxy"}, bench::alone(ofi::efa(sizes.fabric, ""), sizes), sizes);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.exit_code();
  }
  return 0;
}
