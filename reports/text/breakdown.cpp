// Both tables have the same shape: a block of lines per place, a column per contestant.
#include "reports/text/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "reports/base/format.hpp"
#include "reports/base/table.hpp"
#include "reports/verdicts/cells.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {
namespace {

/// More would not fit side by side on a terminal; further contestants get a table of their own.
constexpr std::size_t columns_max = 4;
constexpr std::size_t items_max = 5;

/// Rows are those of one place, one per column; null where a contestant did not run.
using Rows = std::vector<const trace::Row*>;
using Lines = std::vector<SideLine>;

/// Empty when there are no lines. The result has at least one row.
std::string side_by_side(const trace::Result& result, const std::string& title, Lines (*lines_of)(const Rows&)) {
  const auto contestants = contestants_of(result);
  const auto groups = groups_of(result);
  std::string text;
  for (std::size_t begin = 0; begin < contestants.size(); begin += columns_max) {
    const std::size_t end = std::min(begin + columns_max, contestants.size());
    std::vector<Column> columns = place_columns(result);
    columns.push_back({title});
    for (std::size_t i = begin; i < end; ++i) {
      columns.push_back({contestants[i].empty() ? "this run" : contestants[i], Align::right});
    }
    Table table(columns);
    for (const Group& group : groups) {
      Rows rows;
      for (std::size_t i = begin; i < end; ++i) rows.push_back(group.find(contestants[i]));
      bool first = true;
      for (SideLine& line : lines_of(rows)) {
        std::vector<std::string> cells;
        for (const auto& [axis, value] : group.place) cells.push_back(first ? value : "");
        cells.push_back(std::move(line.name));
        std::ranges::move(line.cells, std::back_inserter(cells));
        table.add(std::move(cells));
        first = false;
      }
    }
    if (table.empty()) continue;
    if (!text.empty()) text += '\n';
    text += table.text();
  }
  return text;
}

/// The part of these items in a row's critical path.
std::string part_cell(const trace::Row* row, std::span<const std::string> items) {
  std::int64_t ps = 0, count = 0;
  if (row != nullptr)
    for (const trace::PathItem& item : row->critical_path)
      if (std::ranges::find(items, item.item) != items.end()) ps += item.ps, count += item.count;
  if (ps == 0 && count == 0) return "-";
  return fmt::format("{} {:>5} {:>5}", short_text(Duration{ps}), share_text({ps, row->critical_path_total_ps}),
                     fmt::format("x{}", count));
}

/// Every item of the rows, those first that are long in any of them.
std::vector<std::string> items_by_length(const Rows& rows) {
  std::vector<std::string> names;
  std::map<std::string, std::int64_t> longest;
  for (const trace::Row* row : rows) {
    if (row == nullptr) continue;
    for (const trace::PathItem& item : row->critical_path) {
      if (!longest.contains(item.item)) names.push_back(item.item);
      longest[item.item] = std::max(longest[item.item], item.ps);
    }
  }
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& name) { return longest[name]; });
  return names;
}

Lines time_lines(const Rows& rows) {
  const std::vector<std::string> items = items_by_length(rows);
  if (items.empty()) return {};
  Lines lines;
  const auto add = [&](const std::string& name, const auto& cell_of) {
    SideLine& line = lines.emplace_back(SideLine{name, {}});
    for (const trace::Row* row : rows) line.cells.push_back(cell_of(row));
  };
  // An "other" that stands for one item would hide a name and save no line.
  const std::size_t shown = items.size() <= items_max + 1 ? items.size() : items_max;
  for (std::size_t i = 0; i < shown; ++i)
    add(items[i], [&](const trace::Row* row) { return part_cell(row, std::span(items).subspan(i, 1)); });
  if (shown < items.size())
    add(fmt::format("other ({} items)", items.size() - shown),
        [&](const trace::Row* row) { return part_cell(row, std::span(items).subspan(shown)); });
  add("total", [](const trace::Row* row) {
    return row == nullptr || row->critical_path.empty() ? "-" : exact_text(Duration{row->critical_path_total_ps});
  });
  const auto bounded = [](const trace::Row* row) { return row != nullptr && row->bound_ps > 0; };
  if (std::ranges::none_of(rows, bounded)) return lines;
  add("bound", [&](const trace::Row* row) { return bounded(row) ? exact_text(Duration{row->bound_ps}) : "-"; });
  add("bound by", [&](const trace::Row* row) { return bounded(row) ? row->bound_by : "-"; });
  return lines;
}

Lines traffic_lines(const Rows& rows) {
  return counted_lines(rows, [](const trace::Traffic& traffic) {
    return fmt::format("{} ops {:>9}", traffic.operations, short_text(Bytes{traffic.bytes}));
  });
}

}  // namespace

std::string time_table(const trace::Result& result) {
  return result.rows.empty() ? "" : side_by_side(result, "critical path", time_lines);
}

std::string traffic_table(const trace::Result& result) {
  return result.rows.empty() ? "" : side_by_side(result, "counted", traffic_lines);
}

}  // namespace gin::reports
