// What of a difference between two runs of a row may be chance.
//
// Virtual time has none: a p50 is the same again to the picosecond, so every difference is one. On a wall clock the
// samples of one run are no independent draws (a neighbour or a slower clock lasts for many iterations), so a test
// that counts them as such would call every drift certain. Rows are apart there when the middle four fifths of
// their samples do not overlap; with five samples or more on each wall clock, of which the middle is then all, that
// happens to equals less than once in a hundred times (2 of the 252 orders of ten samples).
#pragma once

#include <cstdint>

#include "core/trace/result.hpp"

namespace gin::reports {

struct Timed {
  const trace::Row& row;
  bool virtual_time = true;
};

/// The middle four fifths of the samples (p10 to p90, nearest ranks); in virtual time the p50 alone.
struct Range {
  std::int64_t low_ps = 0;
  std::int64_t high_ps = 0;
};
Range range_of(const Timed& timed);

/// The two differ by more than chance.
bool apart(const Timed& a, const Timed& b);

}  // namespace gin::reports
