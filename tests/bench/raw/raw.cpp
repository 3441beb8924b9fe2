// The raw limits of the providers that need no hardware, and what OfiWire makes of them, a line each.
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/ofi/tidy_up.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/raw/raw_figures.hpp"

namespace {

using namespace gin;

void print(const std::string& provider, const char* what, const bench::RawFigures& figures,
           const std::string& more) {
  fmt::print("{:<12} {:<4} half round trip {:.3f} us, 8 bytes {:.3f} Mmsg/s, 64 KiB {:.2f} GB/s{}{}\n", provider,
             what, figures.half_round_trip_us, figures.mega_messages_s, figures.gigabytes_s,
             more.empty() ? "" : "; ", more);
  std::fflush(stdout);
}

void measure(const ofi::Provider& provider, const bench::RawSizes& sizes) {
  const bench::RawFigures raw = bench::measure_raw(provider, sizes);
  const bench::RawFigures wire = bench::measure_wire(provider, sizes);
  const bench::RawFigures* reference = bench::reference_of(provider);
  const std::string busy = reference ? bench::too_busy(raw, *reference) : std::string();
  print(provider.name, "raw", raw, busy);
  print(provider.name, "wire", wire,
        busy.empty()
            ? fmt::format("{:.2f}, {:.2f} and {:.2f} of raw", wire.half_round_trip_us / raw.half_round_trip_us,
                          wire.mega_messages_s / raw.mega_messages_s, wire.gigabytes_s / raw.gigabytes_s)
            : "no ratio");
}

}  // namespace

int main(int argc, char** argv) {
  bench::RawSizes sizes;
  std::vector<std::string> names;
  bench::Options options("The raw limits of libfabric's providers between two processes of this machine");
  options.add("--runs", sizes.runs, "Runs of each; the median counts", {1, 1000});
  options.add("--round-trips", sizes.round_trips, "8 bytes there and back");
  options.add("--messages", sizes.messages, "8 bytes, 64 outstanding");
  options.add("--large-messages", sizes.large_messages, "64 KiB, 64 outstanding");
  options.add("--provider", names, "As libfabric calls it; may be given again");
  if (const auto status = options.read(argc, argv)) return *status;
  std::vector<ofi::Provider> providers;
  for (const std::string& name : names) providers.push_back({name});
  if (names.empty()) providers = {ofi::shm(), ofi::tcp(), ofi::tcp_rxm()};
  try {
    ofi::tidy_up();
    for (const ofi::Provider& provider : providers) measure(provider, sizes);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.exit_code();
  }
  return 0;
}
