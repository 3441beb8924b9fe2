// Cells carry the numbers behind their words, in picoseconds, for whoever sorts or recomputes them.
#include "reports/page/page_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "reports/base/format.hpp"
#include "reports/figures/rows.hpp"
#include "reports/verdicts/cells.hpp"

namespace gin::reports {
namespace {

/// Adds the bar of a ratio, as a share of the longest.
void add_bar(PageCell& cell, const PageRows& rows, const trace::Row& row, const trace::Row& base,
             std::int64_t most_permille) {
  const auto permille = scaled({row.p50_ps(), base.p50_ps()}, 1'000);
  cell.bar_permille = std::max<std::int64_t>(1, scaled({permille, most_permille}, 1'000));
  cell.contestant = rows.contestant(row);
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

  Side(const PageRows& of, PageTable made)
      : table(std::move(made)), rows(of), places(of.groups.front().place.size()) {
    table.columns = place_page_columns(of);
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
  PageTable table{.id = "comparison", .caption = "All rows", .columns = place_page_columns(rows), .sortable = true};
  const std::string contestant = rows.axis.empty() ? "row" : rows.axis;
  const std::vector<RowColumn> columns = row_columns(rows.result);
  table.columns.push_back({"contestant", contestant});
  for (const RowColumn& column : columns) table.columns.push_back({column.key, column.title, column.align});
  const std::int64_t most = largest_ratio_permille(rows);
  for (const Group& group : rows.groups) {
    const trace::Row* base = group.find(rows.contestants.front());
    for (const trace::Row* row : group.rows) {
      PageLine line{.row = rows.index(*row), .opens = row == group.rows.front() && rows.contestants.size() > 1};
      for (const auto& [axis, value] : group.place)
        line.cells.push_back({.text = value, .data = {{"column", axis}, {"value", value}}});
      line.cells.push_back({.text = rows.contestant_name(rows.contestant(*row)),
                            .data = {{"column", contestant}},
                            .contestant = rows.contestant(*row)});
      for (const RowColumn& column : columns) {
        auto [text, value] = column.cell(*row, base);
        PageCell& cell = line.cells.emplace_back(PageCell{.text = text, .data = {{"column", column.key}}});
        if (value.empty()) continue;
        cell.data.emplace_back("value", value);
        if (column.key == "ratio") add_bar(cell, rows, *row, *base, most);
      }
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
      PageLine& line = side.line(*group, name, std::exchange(opens, false));
      for (const trace::Row* row : group->rows) {
        for (const trace::PathItem& item : row->critical_path) {
          if (item.item != name) continue;
          side.cell(line, *row) = {
              fmt::format("{} {}", short_text(Duration{item.ps}),
                          share_text({item.ps, row->critical_path_total_ps})),
              {{"row", std::to_string(rows.index(*row))}, {"item", name}, {"value", std::to_string(item.ps)}}};
        }
      }
    }
    if (opens) continue;
    PageLine& total = side.line(*group, "total", false);
    total.total = true;
    for (const trace::Row* row : group->rows) {
      if (row->critical_path.empty()) continue;
      side.cell(total, *row) = {exact_text(Duration{row->critical_path_total_ps}),
                                {{"row", std::to_string(rows.index(*row))},
                                 {"item", "total"},
                                 {"value", std::to_string(row->critical_path_total_ps)}}};
    }
  }
  return side.table;
}

PageTable counted_table(const PageRows& rows, const std::vector<const Group*>& groups) {
  Side side(rows,
            {.id = "counted",
             .caption = "Over all measured iterations: operations and bytes, and counters that are not zero"});
  const auto amount = [](const trace::Traffic& traffic) {
    return fmt::format("{} ops, {}", traffic.operations, short_text(Bytes{traffic.bytes}));
  };
  for (const Group* group : groups) {
    bool opens = true;
    for (const SideLine& counted : counted_lines(group->rows, amount)) {
      PageLine& line = side.line(*group, counted.name, std::exchange(opens, false));
      for (std::size_t i = 0; i < counted.cells.size(); ++i) side.cell(line, *group->rows[i]) = {counted.cells[i]};
    }
  }
  return side.table;
}

}  // namespace gin::reports
