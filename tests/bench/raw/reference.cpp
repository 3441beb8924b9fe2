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

const Unit& unit_of(Figure figure) {
  static constexpr Unit units[] = {
      {"half round trip", "us", true}, {"message rate", "Mmsg/s", false}, {"bandwidth", "GB/s", false}};
  return units[static_cast<std::size_t>(figure)];
}

double value(Figure figure, const RawFigures& figures) {
  const double values[] = {figures.half_round_trip_us, figures.mega_messages_s, figures.gigabytes_s};
  return values[static_cast<std::size_t>(figure)];
}

std::string too_busy(Figure figure, const RawFigures& measured, const RawFigures& reference) {
  const Unit& unit = unit_of(figure);
  const double came = value(figure, measured), expected = value(figure, reference);
  if (unit.less_is_better ? came <= expected * worse : came * worse >= expected) return {};
  return fmt::format("raw {} is {:.3g} {}, over 25 % worse than {:.3g} {}", unit.of, came, unit.name, expected,
                     unit.name);
}

std::string too_busy(const RawFigures& measured, const RawFigures& reference) {
  for (const Figure figure : all_figures)
    if (std::string words = too_busy(figure, measured, reference); !words.empty())
      return "machine too busy: " + words;
  return {};
}

}  // namespace gin::bench
