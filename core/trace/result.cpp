// Percentiles are nearest ranks: each is a time that was measured, never one between two that were.
#include "core/trace/result.hpp"

#include <algorithm>

namespace gin::trace {
namespace {

/// The smallest sample that at least `percent` of all samples do not exceed; 0 when there are none.
std::int64_t nearest_rank(std::vector<std::int64_t> samples, std::int64_t percent) {
  if (samples.empty()) return 0;
  const auto count = static_cast<std::int64_t>(samples.size());
  const std::int64_t rank = (percent * count + 99) / 100;
  const auto nth = samples.begin() + (rank - 1);
  std::nth_element(samples.begin(), nth, samples.end());
  return *nth;
}

}  // namespace

std::int64_t Row::p50_ps() const {
  return nearest_rank(samples_ps, 50);
}
std::int64_t Row::p99_ps() const {
  return nearest_rank(samples_ps, 99);
}
std::int64_t Row::max_ps() const {
  return nearest_rank(samples_ps, 100);
}

}  // namespace gin::trace
