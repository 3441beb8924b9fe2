// What a table of rows says in a cell: the page and the terminal must not say it in two ways.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/base/table.hpp"

namespace gin::reports {

struct RowCell {
  std::string text;
  std::string value = {};  ///< the number behind it; empty: there is none
};

/// What a table with a line for each row says of it.
struct RowColumn {
  std::string key;  ///< what scripts call it
  std::string title;
  Align align;
  /// `base` is the first contestant's row in the same place; null where that did not run.
  RowCell (*cell)(const trace::Row& row, const trace::Row* base);
};

/// Times, ratio and bound, what was verified, what took longest. A column that would say the same in every row is left
/// out; findings.cpp says it once.
std::vector<RowColumn> row_columns(const trace::Result& result);

/// Columns that name the place: all axes but the contestants'.
std::vector<Column> place_columns(const trace::Result& result);

/// What the words in these columns mean, a sentence each.
std::vector<std::string> legend_of(const trace::Result& result);

/// A line of a table that has a column for each of several rows.
struct SideLine {
  std::string name;
  std::vector<std::string> cells;  ///< one for each row; "-" where there is nothing to say
};

/// What was counted of rows, one of which may be null: operations and bytes by path and by link, as `amount` says them,
/// layers, and counters that are not zero.
std::vector<SideLine> counted_lines(const std::vector<const trace::Row*>& rows,
                                    std::string (*amount)(const trace::Traffic&));

/// Some row was timed; with an adversary none is.
bool has_times(const trace::Result& result);
/// Iterations all took the same, in every row, as far as three digits tell.
bool one_time(const trace::Result& result);

/// A time of the row; "-" where nothing was measured, as in the cells that follow.
std::string time_cell(const trace::Row& row, std::int64_t ps);

/// The model's median of the same row, and how far the measured one is from it.
std::pair<std::string, std::string> prediction_cells(const trace::Row& row);

}  // namespace gin::reports
