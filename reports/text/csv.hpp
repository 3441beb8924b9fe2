// A result as one flat table for spreadsheets and data frames: a line of column names, then a line per row.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// RFC 4180 with bare line feeds. Times are integers in picoseconds; what a row does not record is an empty cell.
/// Every line says which run it is of, so that tables of several results can be put under each other.
std::string to_csv(const trace::Result& result);

}  // namespace gin::reports
