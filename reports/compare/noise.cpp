#include "reports/compare/noise.hpp"

#include <algorithm>

#include "core/base/assert.hpp"

namespace gin::reports {

Range range_of(const Timed& timed) {
  GIN_ASSERT(!timed.row.samples_ps.empty());
  if (timed.virtual_time) return {.low_ps = timed.row.p50_ps(), .high_ps = timed.row.p50_ps()};
  std::vector<std::int64_t> sorted = timed.row.samples_ps;
  std::ranges::sort(sorted);
  const auto ranked = [&](std::size_t percent) { return sorted[(percent * sorted.size() + 99) / 100 - 1]; };
  return {.low_ps = ranked(10), .high_ps = ranked(90)};
}

bool apart(const Timed& a, const Timed& b) {
  const auto enough = [](const Timed& timed) { return timed.virtual_time || timed.row.samples_ps.size() >= 5; };
  if (!enough(a) || !enough(b)) return false;
  const Range first = range_of(a);
  const Range second = range_of(b);
  return first.high_ps < second.low_ps || second.high_ps < first.low_ps;
}

}  // namespace gin::reports
