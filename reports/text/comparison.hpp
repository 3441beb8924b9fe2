// The table that a reader looks at first: one line per row, rivals next to each other.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// Empty when the result has no rows. The ratio is the p50 over that of the first contestant in the same
/// place; there is no such column when the rows have no axes. The bound comes with the p50 over it, p99 and max
/// where they say more than the p50 in any row.
std::string comparison_table(const trace::Result& result);

}  // namespace gin::reports
