// Words and numbers as every table of rows has them.
#include "reports/verdicts/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/trace/bracket.hpp"
#include "reports/base/format.hpp"
#include "reports/verdicts/verdict.hpp"

namespace gin::reports {
namespace {

using trace::Row;

RowCell time(const Row& row, std::int64_t ps) {
  return {time_cell(row, ps), row.samples_ps.empty() ? "" : std::to_string(ps)};
}

RowCell least(const Row& row, const Row*) {
  return time(row, row.samples_ps.empty() ? 0 : std::ranges::min(row.samples_ps));
}

/// The p50 over that of `base`; level where the two are less than 5 % apart.
RowCell ratio(const Row& row, const Row* base) {
  if (base == nullptr || base->samples_ps.empty() || row.samples_ps.empty()) return {"-"};
  const std::string value = ratio_text({row.p50_ps(), base->p50_ps()});
  const bool is_level = &row != base && level(Duration{row.p50_ps()}, Duration{base->p50_ps()});
  return {(is_level ? "level " : "") + value + "x", value};
}

/// The bound, and how far above it the row is.
RowCell bound(const Row& row, const Row*) {
  const bool known = row.bound_ps != 0 && !row.samples_ps.empty();
  return {known ? short_text(Duration{row.bound_ps}) + ", " + ratio_text({row.p50_ps(), row.bound_ps}) + "x" : "-",
          std::to_string(row.bound_ps)};
}

RowCell verified(const Row& row, const Row*) {
  switch (checked(row)) {
    case Checked::right:
      return {"yes"};
    case Checked::wrong:
      return {"NO"};
    case Checked::not_checked:
      return {"not checked"};
  }
  return {};
}

/// "yes", or what library or machine do not do.
RowCell offered_by(const Row& row, const Row*) {
  return {offered(row) ? "yes" : "NO: " + not_offered_by(row)};
}

/// The largest item of the critical path with its share.
RowCell dominated(const Row& row, const Row*) {
  const trace::PathItem* item = dominant_item(row);
  return {item == nullptr ? "-" : item->item + ", " + share_text({item->ps, row.critical_path_total_ps})};
}

}  // namespace

std::vector<RowColumn> row_columns(const trace::Result& result) {
  const bool spread = !one_time(result);
  const std::pair<bool, RowColumn> all[] = {
      {true, {"p50", "p50", Align::right, [](const Row& row, const Row*) { return time(row, row.p50_ps()); }}},
      {spread, {"p99", "p99", Align::right, [](const Row& row, const Row*) { return time(row, row.p99_ps()); }}},
      {spread, {"min", "min", Align::right, least}},
      {spread, {"max", "max", Align::right, [](const Row& row, const Row*) { return time(row, row.max_ps()); }}},
      {!result.rows.front().axes.empty(), {"ratio", "ratio", Align::right, ratio}},
      {has_bounds(result), {"bound", "bound", Align::right, bound}},
      {has_predictions(result),
       {"predicted", "predicted", Align::right,
        [](const Row& row, const Row*) -> RowCell {
          return {prediction_cells(row).first, std::to_string(row.predicted_p50_ps)};
        }}},
      {has_predictions(result),
       {"off", "measured by predicted", Align::right,
        [](const Row& row, const Row*) -> RowCell {
          return {prediction_cells(row).second, ratio_text({row.p50_ps(), row.predicted_p50_ps})};
        }}},
      {!one_bracket(result),
       {"bracket", "bracket", Align::left,
        [](const Row& row, const Row*) -> RowCell { return {std::string(trace::bracket_name(row.bracket))}; }}},
      {true, {"verified", "verified", Align::left, verified}},
      {has_not_offered(result), {"offered", "offered", Align::left, offered_by}},
      {true, {"dominant", "dominated by", Align::left, dominated}},
  };
  std::vector<RowColumn> columns;
  for (const auto& [shown, column] : all)
    if (shown) columns.push_back(column);
  return columns;
}

std::vector<Column> place_columns(const trace::Result& result) {
  std::vector<Column> columns;
  const trace::Axes& axes = result.rows.front().axes;
  for (std::size_t i = 1; i < axes.size(); ++i)
    columns.push_back({axes[i].first, numeric_axis(result, i) ? Align::right : Align::left});
  return columns;
}

std::vector<std::string> legend_of(const trace::Result& result) {
  std::vector<std::string> legend;
  if (!result.rows.front().axes.empty())
    legend.push_back(fmt::format("ratio: p50 over that of {} in the same place; level: less than 5 % apart.",
                                 contestant_of(result.rows.front())));
  if (has_bounds(result))
    legend.emplace_back("bound: what the machine alone needs for what a row moved and waited for; p50 over it.");
  return legend;
}

std::vector<SideLine> counted_lines(const std::vector<const trace::Row*>& rows,
                                    std::string (*amount)(const trace::Traffic&)) {
  std::vector<SideLine> lines;
  const auto put = [&](const std::string& name, std::size_t column, std::string cell) {
    auto line = std::ranges::find(lines, name, &SideLine::name);
    if (line == lines.end()) line = lines.insert(line, {name, std::vector<std::string>(rows.size(), "-")});
    line->cells[column] = std::move(cell);
  };
  for (const auto& [kind, list] : {std::pair{"path ", &Row::by_path}, std::pair{"link ", &Row::by_link}}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] == nullptr) continue;
      for (const trace::Traffic& traffic : rows[i]->*list)
        if (traffic.operations != 0) put(kind + traffic.name, i, amount(traffic));
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == nullptr) continue;
    if (!rows[i]->layers.empty()) put("layers", i, listed(rows[i]->layers));
    for (const trace::Counter& counter : rows[i]->counters)
      if (counter.value != 0) put(counter.name, i, std::to_string(counter.value));
  }
  return lines;
}

bool has_times(const trace::Result& result) {
  return std::ranges::any_of(result.rows, [](const trace::Row& row) { return !row.samples_ps.empty(); });
}

bool one_time(const trace::Result& result) {
  return std::ranges::all_of(result.rows, [](const trace::Row& row) {
    return short_text(Duration{row.p50_ps()}) == short_text(Duration{row.max_ps()});
  });
}

std::string time_cell(const trace::Row& row, std::int64_t ps) {
  return row.samples_ps.empty() ? "-" : short_text(Duration{ps});
}

std::pair<std::string, std::string> prediction_cells(const trace::Row& row) {
  if (row.predicted_p50_ps == 0 || row.samples_ps.empty()) return {"-", "-"};
  return {short_text(Duration{row.predicted_p50_ps}), ratio_text({row.p50_ps(), row.predicted_p50_ps}) + "x"};
}

}  // namespace gin::reports
