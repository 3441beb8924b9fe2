// A line per row with flat columns, for pandas and spreadsheets.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// RFC 4180 with a header line. Axes come first under their own names, times in whole picoseconds, numbers that
/// nobody has are empty. An axis with the name of a column gets "axis." before it.
std::string to_csv(const trace::Result& result);

}  // namespace gin::reports
