// The tables of a run as plain text, rivals side by side or next to each other: a difference is seen along a line, not
// across a page.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// What a reader looks at first: one line per row. Empty when the result has no rows. The ratio is the p50 over that of
/// the first contestant in the same place; there is no such column when the rows have no axes. The bound comes with the
/// p50 over it, p99 and max where they say more than the p50 in any row.
std::string comparison_table(const trace::Result& result);

/// Critical paths: the largest items with share and count, the rest as one line, and the total that they add
/// up to. Empty when no row recorded one.
std::string time_table(const trace::Result& result);

/// Operations and bytes by path and by link, layers, and counters that are not zero. Empty when there are none.
std::string traffic_table(const trace::Result& result);

}  // namespace gin::reports
