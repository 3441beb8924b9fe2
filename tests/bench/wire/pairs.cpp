#include "tests/bench/wire/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin::bench {
namespace {

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

std::string Pairs::words(Figure figure) const {
  std::vector<double> raws, ours, ratios;
  std::size_t quiet = 0;
  for (const Pair& pair : pairs_) {
    const bool is_quiet = !reference_ || too_busy(figure, pair.raw, *reference_).empty();
    quiet += is_quiet ? 1 : 0;
    if (!is_quiet && !even_if_busy_) continue;
    raws.push_back(value(figure, pair.raw));
    ours.push_back(value(figure, pair.ours));
    ratios.push_back(ours.back() / raws.back());
  }
  const std::string counted = fmt::format("{} of {} pairs quiet", quiet, pairs_.size());
  if (ratios.size() < std::min(quiet_min, pairs_.size()))
    return fmt::format("no ratio: machine too busy, {}; {}", counted,
                       reference_ ? too_busy(figure, pairs_.back().raw, *reference_) : "");
  const Unit& unit = unit_of(figure);
  return fmt::format("raw {:.3g} {}, ginlab {:.3g} {}: {:.2f} {}; {}{}", median(raws), unit.name, median(ours),
                     unit.name, median(ratios), unit.less_is_better ? "times" : "of raw", counted,
                     even_if_busy_ && quiet < pairs_.size() ? ", all counted" : "");
}

}  // namespace gin::bench
