// A column that would say the same in every row is left out; findings.cpp says it once.
#include "reports/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/bracket.hpp"
#include "reports/format.hpp"
#include "reports/group.hpp"
#include "reports/table.hpp"
#include "reports/verdict.hpp"

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
  for (const char* title : {"p50", "p99", "max"}) columns.push_back({title, Align::right});
  if (!axes.empty()) columns.push_back({"ratio", Align::right});
  if (has_predictions(result)) {
    columns.push_back({"predicted", Align::right});
    columns.push_back({"measured by predicted", Align::right});
  }
  if (!one_bracket(result)) columns.push_back({"bracket"});
  columns.push_back({"verified"});
  columns.push_back({"dominated by"});
  return columns;
}

/// The model's median of the same row, and how far the measured one is from it.
std::pair<std::string, std::string> prediction_cells(const trace::Row& row) {
  if (row.predicted_p50_ps == 0 || row.samples_ps.empty()) return {"-", "-"};
  return {short_text(Duration{row.predicted_p50_ps}), ratio_text({row.p50_ps(), row.predicted_p50_ps}) + "x"};
}

std::string ratio_cell(const trace::Row& row, const trace::Row* base) {
  if (base == nullptr || base->samples_ps.empty() || row.samples_ps.empty()) return "-";
  const std::string ratio = ratio_text({row.p50_ps(), base->p50_ps()}) + "x";
  return &row != base && level(Duration{row.p50_ps()}, Duration{base->p50_ps()}) ? "level " + ratio : ratio;
}

std::string verified_cell(Checked state) {
  switch (state) {
    case Checked::right:
      return "yes";
    case Checked::wrong:
      return "NO";
    case Checked::not_checked:
      return "not checked";
  }
  return "";
}

std::string dominated_cell(const trace::Row& row) {
  const trace::PathItem* item = dominant_item(row);
  return item == nullptr ? "-" : item->item + ", " + share_text({item->ps, row.critical_path_total_ps});
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
      for (const std::int64_t ps : {row->p50_ps(), row->p99_ps(), row->max_ps()}) {
        cells.push_back(row->samples_ps.empty() ? "-" : short_text(Duration{ps}));
      }
      if (!row->axes.empty()) cells.push_back(ratio_cell(*row, group.find(first)));
      if (has_predictions(result)) {
        const auto [predicted, off] = prediction_cells(*row);
        cells.insert(cells.end(), {predicted, off});
      }
      if (!one_bracket(result)) cells.emplace_back(trace::bracket_name(row->bracket));
      cells.push_back(verified_cell(checked(*row)));
      cells.push_back(dominated_cell(*row));
      table.add(std::move(cells));
    }
  }
  if (result.rows.front().axes.empty()) return table.text();
  return table.text() +
         fmt::format("\nratio: p50 over that of {} in the same place; level: less than 5 % apart.\n", first);
}

}  // namespace gin::reports
