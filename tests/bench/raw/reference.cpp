#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tests/bench/raw/raw_figures.hpp"

namespace gin::bench {
namespace {

struct Reference {
  const char* provider;
  RawFigures figures;
};

// Debian 12, libfabric 1.17.0, two x86-64 cores of a virtual machine that was at least 95 % idle, two processes
// polling on a core each, medians of 5. shm with FI_SHM_DISABLE_CMA=1; net and tcp;ofi_rxm over an interface of the
// same machine.
constexpr std::array references = {
    Reference{"shm", {0.24, 4.8, 26.0}},
    Reference{"net", {4.1, 0.23, 5.8}},
    Reference{"tcp;ofi_rxm", {5.5, 0.18, 5.3}},
};
constexpr double worse = 1.25;

}  // namespace

const RawFigures* reference_of(const ofi::Provider& provider) {
  const auto found = std::find_if(references.begin(), references.end(),
                                  [&](const Reference& one) { return provider.name == one.provider; });
  return found == references.end() ? nullptr : &found->figures;
}

std::string too_busy(const RawFigures& measured, const RawFigures& reference) {
  const auto sentence = [](const char* what, double came, double expected, const char* unit) {
    return fmt::format("machine too busy: raw {} is {:.3g} {}, over 25 % worse than {:.3g} {}", what, came, unit,
                       expected, unit);
  };
  if (measured.half_round_trip_us > reference.half_round_trip_us * worse)
    return sentence("half round trip", measured.half_round_trip_us, reference.half_round_trip_us, "us");
  if (measured.mega_messages_s * worse < reference.mega_messages_s)
    return sentence("message rate", measured.mega_messages_s, reference.mega_messages_s, "Mmsg/s");
  if (measured.gigabytes_s * worse < reference.gigabytes_s)
    return sentence("bandwidth", measured.gigabytes_s, reference.gigabytes_s, "GB/s");
  return {};
}

}  // namespace gin::bench
