// A column that would say the same in every row is left out; findings.cpp says it once.
#include "reports/text/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/bracket.hpp"
#include "reports/base/format.hpp"
#include "reports/base/table.hpp"
#include "reports/verdicts/cells.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {
namespace {

bool one_bracket(const trace::Result& result) {
  return std::ranges::all_of(result.rows,
                             [&](const trace::Row& row) { return row.bracket == result.rows.front().bracket; });
}

std::vector<Column> columns_of(const trace::Result& result) {
  const auto& axes = result.rows.front().axes;
  std::vector<Column> columns;
  for (std::size_t i = 1; i < axes.size(); ++i) {
    columns.push_back({axes[i].first, numeric_axis(result, i) ? Align::right : Align::left});
  }
  if (!axes.empty()) columns.push_back({axes.front().first});
  columns.push_back({"p50", Align::right});
  if (!one_time(result)) {
    columns.push_back({"p99", Align::right});
    columns.push_back({"max", Align::right});
  }
  if (!axes.empty()) columns.push_back({"ratio", Align::right});
  if (has_bounds(result)) columns.push_back({"bound", Align::right});
  if (has_predictions(result)) {
    columns.push_back({"predicted", Align::right});
    columns.push_back({"measured by predicted", Align::right});
  }
  if (!one_bracket(result)) columns.push_back({"bracket"});
  columns.push_back({"verified"});
  if (has_not_offered(result)) columns.push_back({"offered"});
  columns.push_back({"dominated by"});
  return columns;
}

}  // namespace

std::string comparison_table(const trace::Result& result) {
  if (result.rows.empty()) return "";
  Table table(columns_of(result));
  const std::string first = contestants_of(result).front();
  for (const Group& group : groups_of(result)) {
    for (const trace::Row* row : group.rows) {
      std::vector<std::string> cells;
      for (const auto& [axis, value] : group.place) cells.push_back(value);
      if (!row->axes.empty()) cells.push_back(contestant_of(*row));
      cells.push_back(time_cell(*row, row->p50_ps()));
      if (!one_time(result)) {
        cells.push_back(time_cell(*row, row->p99_ps()));
        cells.push_back(time_cell(*row, row->max_ps()));
      }
      if (!row->axes.empty()) cells.push_back(ratio_cell(*row, group.find(first)));
      if (has_bounds(result)) cells.push_back(bound_cell(*row));
      if (has_predictions(result)) {
        const auto [predicted, off] = prediction_cells(*row);
        cells.insert(cells.end(), {predicted, off});
      }
      if (!one_bracket(result)) cells.emplace_back(trace::bracket_name(row->bracket));
      cells.push_back(verified_cell(checked(*row)));
      if (has_not_offered(result)) cells.push_back(offered_cell(*row));
      cells.push_back(dominated_cell(*row));
      table.add(std::move(cells));
    }
  }
  std::string legend;
  if (one_time(result)) legend += "\np50: p99 and max are the same to three digits.\n";
  if (!result.rows.front().axes.empty())
    legend += fmt::format("\nratio: p50 over that of {} in the same place; level: less than 5 % apart.\n", first);
  if (has_bounds(result))
    legend += "\nbound: what the machine alone needs for what a row moved and waited for; p50 over it.\n";
  return table.text() + legend;
}

}  // namespace gin::reports
