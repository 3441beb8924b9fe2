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
#include "tests/bench/wire/pairs.hpp"

namespace gin::bench {
namespace {

struct Sizes {
  RawSizes raw;  // of one half of a pair
  unsigned pairs = 9;
  bool busy_too = false;
};

/// Microseconds of one message, the median of the iterations.
double us_per_message(const Backend& backend, const Programs& programs, std::uint64_t bytes, std::uint64_t messages,
                      bool answered) {
  const scenario::Scenario scenario = first_row(programs, "tests/bench/wire/wire.json",
                                                {{"params.bytes", std::to_string(bytes)},
                                                 {"params.messages", std::to_string(messages)},
                                                 {"params.answered", answered ? "1" : "0"}});
  const trace::Row row = backend.run({scenario, program_named(programs, scenario.program), scenario.seed, {}});
  if (!row.verified) throw Error(Code::failed, row.mismatch);
  return static_cast<double>(row.p50_ps()) / 1e6 / static_cast<double>(messages);
}

RawFigures measure_ours(const Backend& backend, const Programs& programs, const RawSizes& sizes) {
  constexpr std::uint64_t large = 64 << 10;
  RawFigures ours;
  ours.half_round_trip_us = us_per_message(backend, programs, 8, sizes.round_trips, true) / 2;
  ours.mega_messages_s = 1 / us_per_message(backend, programs, 8, sizes.messages, false);
  ours.gigabytes_s =
      static_cast<double>(large) / 1e3 / us_per_message(backend, programs, large, sizes.large_messages, false);
  return ours;
}

/// What a backend stands on, by itself.
struct Raw {
  std::function<RawFigures()> measure;
  const RawFigures* reference = nullptr;
};
Raw alone(ofi::Provider provider, const Sizes& sizes) {
  return {[provider, &sizes] { return measure_raw(provider, sizes.raw); }, reference_of(provider)};
}

void compare(const std::string& name, const Raw& below, const Sizes& sizes) {
  const Programs programs = all_programs();
  for (const auto& backend : make_backends()) {
    if (backend->name() != name) continue;
    Pairs pairs(below.reference, sizes.busy_too);
    for (unsigned i = 0; i < sizes.pairs; ++i) {
      const RawFigures raw = below.measure();
      pairs.add(raw, measure_ours(*backend, programs, sizes.raw));
    }
    for (const Figure figure : all_figures)
      fmt::print("{:<12}{:<16} {}\n", name, unit_of(figure).of, pairs.words(figure));
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
  options.add("--backend", only, "shm, tcp or ib-loopback; without it the first two",
              {"shm", "tcp", "ib-loopback"});
  options.add("--pairs", sizes.pairs, "Raw, then ginlab, so many times; those with a quiet raw count", {1, 1000});
  options.add("--round-trips", sizes.raw.round_trips, "8 bytes there and back");
  options.add("--messages", sizes.raw.messages, "8 bytes, as fast as they go");
  options.add("--large-messages", sizes.raw.large_messages, "64 KiB, the same");
  options.add_flag("--even-if-busy", sizes.busy_too, "Give ratios though the raw limit is far from its reference");
  if (const auto status = options.read(argc, argv)) return *status;
  try {
    const bench::AwakeCores awake;
    if (only.empty() || only == "shm") bench::compare("shm", bench::alone(ofi::shm(), sizes), sizes);
    if (only.empty() || only == "tcp") bench::compare("tcp", bench::alone(ofi::tcp(), sizes), sizes);
    if (only == "ib-loopback")
      bench::compare("ib-loopback", {[&] { return bench::measure_perftest(sizes.raw); }}, sizes);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.exit_code();
  }
  return 0;
}
