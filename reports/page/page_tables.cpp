// Cells carry the numbers behind their words, in picoseconds, for whoever sorts or recomputes them.
#include "reports/page/page_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/trace/bracket.hpp"
#include "reports/base/format.hpp"
#include "reports/verdicts/cells.hpp"

namespace gin::reports {
namespace {

std::string digits(std::int64_t number) {
  return fmt::format("{}", number);
}

PageCell time(const char* column, const trace::Row& row, std::int64_t ps) {
  PageCell cell{.text = time_cell(row, ps), .data = {{"column", column}}};
  if (!row.samples_ps.empty()) cell.data.emplace_back("value", digits(ps));
  return cell;
}

std::int64_t least_ps(const trace::Row& row) {
  return row.samples_ps.empty() ? 0 : *std::ranges::min_element(row.samples_ps);
}

bool several_brackets(const trace::Result& result) {
  return std::ranges::any_of(result.rows,
                             [&](const auto& row) { return row.bracket != result.rows.front().bracket; });
}

std::vector<PageColumn> comparison_columns(const PageRows& rows) {
  const trace::Result& result = rows.result;
  const auto& axes = result.rows.front().axes;
  std::vector<PageColumn> columns;
  for (std::size_t i = 1; i < axes.size(); ++i)
    columns.push_back({"axis", axes[i].first, numeric_axis(result, i) ? Align::right : Align::left});
  columns.push_back({"contestant", rows.axis.empty() ? "row" : rows.axis});
  columns.push_back({"p50", "p50", Align::right});
  if (!one_time(result)) {
    columns.push_back({"p99", "p99", Align::right});
    columns.push_back({"min", "min", Align::right});
    columns.push_back({"max", "max", Align::right});
  }
  if (!rows.axis.empty()) columns.push_back({"ratio", "ratio", Align::right});
  if (has_bounds(result)) columns.push_back({"bound", "bound", Align::right});
  if (has_predictions(result)) {
    columns.push_back({"predicted", "predicted", Align::right});
    columns.push_back({"off", "measured by predicted", Align::right});
  }
  if (several_brackets(result)) columns.push_back({"bracket", "bracket"});
  columns.push_back({"verified", "verified"});
  if (has_not_offered(result)) columns.push_back({"offered", "offered"});
  columns.push_back({"dominant", "dominated by"});
  return columns;
}

PageCell ratio(const PageRows& rows, const trace::Row& row, const trace::Row* base, std::int64_t most_permille) {
  PageCell cell{.text = ratio_cell(row, base), .data = {{"column", "ratio"}}};
  if (cell.text == "-") return cell;
  cell.data.emplace_back("value", ratio_text({row.p50_ps(), base->p50_ps()}));
  const auto permille = scaled({row.p50_ps(), base->p50_ps()}, 1'000);
  cell.bar_permille = std::max<std::int64_t>(1, scaled({permille, most_permille}, 1'000));
  cell.contestant = rows.contestant(row);
  return cell;
}

std::int64_t largest_ratio_permille(const PageRows& rows) {
  std::int64_t most = 1;
  for (const Group& group : rows.groups) {
    const trace::Row* base = group.find(rows.contestants.front());
    if (base == nullptr || base->samples_ps.empty() || base->p50_ps() == 0) continue;
    for (const trace::Row* row : group.rows)
      if (!row->samples_ps.empty()) most = std::max(most, scaled({row->p50_ps(), base->p50_ps()}, 1'000));
  }
  return most;
}

struct Side {
  PageTable table;
  const PageRows& rows;
  std::size_t places;  ///< columns that name the place

  Side(const PageRows& of, PageTable made) : table(std::move(made)), rows(of), places(0) {
    const auto& axes = of.result.rows.front().axes;
    for (std::size_t i = 1; i < axes.size(); ++i, ++places)
      table.columns.push_back({"axis", axes[i].first, numeric_axis(of.result, i) ? Align::right : Align::left});
    table.columns.push_back({"item", "item"});
    for (std::size_t i = 0; i < of.contestants.size(); ++i)
      table.columns.push_back({"value", of.contestant_name(i), Align::right});
  }

  PageLine& line(const Group& group, const std::string& name, bool opens) {
    PageLine line{.opens = opens};
    for (const auto& [axis, value] : group.place) line.cells.push_back({.text = opens ? value : ""});
    line.cells.push_back({.text = name});
    line.cells.resize(places + 1 + rows.contestants.size(), {.text = "-"});
    table.lines.push_back(std::move(line));
    return table.lines.back();
  }

  PageCell& cell(PageLine& line, const trace::Row& row) { return line.cells[places + 1 + rows.contestant(row)]; }
};

std::vector<std::string> items_by_length(const Group& group) {
  std::map<std::string, std::int64_t> longest;
  for (const trace::Row* row : group.rows)
    for (const trace::PathItem& item : row->critical_path)
      longest[item.item] = std::max(longest[item.item], item.ps);
  std::vector<std::string> names;
  for (const auto& [name, ps] : longest) names.push_back(name);
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& name) { return longest[name]; });
  return names;
}

}  // namespace

PageTable comparison_page_table(const PageRows& rows) {
  const trace::Result& result = rows.result;
  PageTable table{.id = "comparison", .caption = "All rows", .columns = comparison_columns(rows), .sortable = true};
  const std::int64_t most = largest_ratio_permille(rows);
  const bool spread = !one_time(result);
  for (const Group& group : rows.groups) {
    const trace::Row* base = group.find(rows.contestants.front());
    for (const trace::Row* row : group.rows) {
      PageLine line{.row = rows.index(*row), .opens = row == group.rows.front() && rows.contestants.size() > 1};
      for (const auto& [axis, value] : group.place)
        line.cells.push_back({.text = value, .data = {{"column", axis}, {"value", value}}});
      line.cells.push_back({.text = rows.contestant_name(rows.contestant(*row)),
                            .data = {{"column", rows.axis.empty() ? "row" : rows.axis}},
                            .contestant = rows.contestant(*row)});
      line.cells.push_back(time("p50", *row, row->p50_ps()));
      if (spread) {
        line.cells.push_back(time("p99", *row, row->p99_ps()));
        line.cells.push_back(time("min", *row, least_ps(*row)));
        line.cells.push_back(time("max", *row, row->max_ps()));
      }
      if (!rows.axis.empty()) line.cells.push_back(ratio(rows, *row, base, most));
      if (has_bounds(result))
        line.cells.push_back({bound_cell(*row), {{"column", "bound"}, {"value", digits(row->bound_ps)}}});
      if (has_predictions(result)) {
        const auto [predicted, off] = prediction_cells(*row);
        line.cells.push_back({predicted, {{"column", "predicted"}, {"value", digits(row->predicted_p50_ps)}}});
        line.cells.push_back(
            {off, {{"column", "off"}, {"value", ratio_text({row->p50_ps(), row->predicted_p50_ps})}}});
      }
      if (several_brackets(result))
        line.cells.push_back({std::string(trace::bracket_name(row->bracket)), {{"column", "bracket"}}});
      line.cells.push_back({verified_cell(checked(*row)), {{"column", "verified"}}});
      if (has_not_offered(result)) line.cells.push_back({offered_cell(*row), {{"column", "offered"}}});
      line.cells.push_back({dominated_cell(*row), {{"column", "dominant"}}});
      table.lines.push_back(std::move(line));
    }
  }
  return table;
}

PageTable critical_path_table(const PageRows& rows, const std::vector<const Group*>& groups) {
  Side side(rows,
            {.id = "critical-path", .caption = "Critical path of the last measured iteration: time and share"});
  for (const Group* group : groups) {
    bool opens = true;
    for (const std::string& name : items_by_length(*group)) {
      PageLine& line = side.line(*group, name, opens);
      opens = false;
      for (const trace::Row* row : group->rows) {
        for (const trace::PathItem& item : row->critical_path) {
          if (item.item != name) continue;
          side.cell(line, *row) = {fmt::format("{} {}", short_text(Duration{item.ps}),
                                               share_text({item.ps, row->critical_path_total_ps})),
                                   {{"row", digits(rows.index(*row))}, {"item", name}, {"value", digits(item.ps)}}};
        }
      }
    }
    if (opens) continue;
    PageLine& total = side.line(*group, "total", false);
    total.total = true;
    for (const trace::Row* row : group->rows) {
      if (row->critical_path.empty()) continue;
      side.cell(total, *row) = {
          exact_text(Duration{row->critical_path_total_ps}),
          {{"row", digits(rows.index(*row))}, {"item", "total"}, {"value", digits(row->critical_path_total_ps)}}};
    }
  }
  return side.table;
}

PageTable counted_table(const PageRows& rows, const std::vector<const Group*>& groups) {
  Side side(rows,
            {.id = "counted",
             .caption = "Over all measured iterations: operations and bytes, and counters that are not zero"});
  for (const Group* group : groups) {
    std::vector<std::pair<std::string, std::vector<std::pair<const trace::Row*, std::string>>>> lines;
    const auto put = [&](const std::string& name, const trace::Row* row, std::string text) {
      auto line = std::ranges::find(lines, name, [](const auto& each) { return each.first; });
      if (line == lines.end()) line = lines.insert(line, {name, {}});
      line->second.emplace_back(row, std::move(text));
    };
    const auto amount = [](const trace::Traffic& t) {
      return fmt::format("{} ops, {}", t.operations, short_text(Bytes{t.bytes}));
    };
    for (const trace::Row* row : group->rows)
      for (const auto& t : row->by_path)
        if (t.operations != 0) put("path " + t.name, row, amount(t));
    for (const trace::Row* row : group->rows)
      for (const auto& t : row->by_link)
        if (t.operations != 0) put("link " + t.name, row, amount(t));
    for (const trace::Row* row : group->rows) {
      if (!row->layers.empty()) put("layers", row, listed(row->layers));
      for (const auto& c : row->counters)
        if (c.value != 0) put(c.name, row, digits(c.value));
    }
    bool opens = true;
    for (const auto& [name, cells] : lines) {
      PageLine& line = side.line(*group, name, opens);
      opens = false;
      for (const auto& [row, text] : cells) side.cell(line, *row) = {text};
    }
  }
  return side.table;
}

}  // namespace gin::reports
