// What a table of rows says in a cell: the page and the terminal must not say it in two ways.
#pragma once

#include <string>
#include <utility>

#include "core/trace/result.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// Iterations all took the same, in every row, as far as three digits tell.
bool one_time(const trace::Result& result);

/// A time of the row; "-" where nothing was measured, as in the cells that follow.
std::string time_cell(const trace::Row& row, std::int64_t ps);

/// The bound, and how far above it the row is.
std::string bound_cell(const trace::Row& row);

/// The model's median of the same row, and how far the measured one is from it.
std::pair<std::string, std::string> prediction_cells(const trace::Row& row);

/// The p50 over that of `base`, which may be null; level where the two are less than 5 % apart.
std::string ratio_cell(const trace::Row& row, const trace::Row* base);

std::string verified_cell(Checked state);

/// "yes", or what library or machine do not do.
std::string offered_cell(const trace::Row& row);

/// The largest item of the critical path with its share.
std::string dominated_cell(const trace::Row& row);

}  // namespace gin::reports
