// Both tables have the same shape: a block of lines per place, a column per contestant.
#include "reports/text/breakdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/base/table.hpp"
#include "reports/verdicts/cells.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {
namespace {

/// More would not fit side by side on a terminal; further contestants get a table of their own.
constexpr std::size_t columns_max = 4;
constexpr std::size_t items_max = 5;

struct Line {
  std::string name;
  std::vector<std::string> cells;  ///< one per row
};
/// Rows are those of one place, one per column; null where a contestant did not run.
using Rows = std::vector<const trace::Row*>;
using Lines = std::vector<Line>;

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
      for (Line& line : lines_of(rows)) {
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

/// One item's, or several items', part of a row's critical path.
struct Part {
  std::int64_t ps = 0;
  std::int64_t count = 0;
};

std::string part_cell(const trace::Row* row, Part part) {
  if (row == nullptr || row->critical_path.empty() || (part.ps == 0 && part.count == 0)) return "-";
  return fmt::format("{} {:>5} {:>5}", short_text(Duration{part.ps}),
                     share_text({part.ps, row->critical_path_total_ps}), fmt::format("x{}", part.count));
}

template <class Wanted>
Part part_of(const trace::Row* row, Wanted wanted) {
  Part part;
  if (row == nullptr) return part;
  for (const trace::PathItem& item : row->critical_path) {
    if (wanted(item.item)) part.ps += item.ps, part.count += item.count;
  }
  return part;
}

/// Every item of the rows, those first that are long in any of them.
std::vector<std::string> items_by_length(const Rows& rows) {
  std::vector<std::pair<std::string, std::int64_t>> lengths;
  for (const trace::Row* row : rows) {
    if (row == nullptr) continue;
    for (const trace::PathItem& item : row->critical_path) {
      const auto known = std::ranges::find(lengths, item.item, &std::pair<std::string, std::int64_t>::first);
      if (known == lengths.end()) {
        lengths.emplace_back(item.item, item.ps);
      } else {
        known->second = std::max(known->second, item.ps);
      }
    }
  }
  std::ranges::stable_sort(lengths, std::greater{}, &std::pair<std::string, std::int64_t>::second);
  std::vector<std::string> names;
  for (auto& [name, ps] : lengths) names.push_back(std::move(name));
  return names;
}

Lines time_lines(const Rows& rows) {
  auto items = items_by_length(rows);
  if (items.empty()) return {};
  // An "other" that stands for one item would hide a name and save no line.
  const std::size_t shown = items.size() <= items_max + 1 ? items.size() : items_max;
  Lines lines;
  for (std::size_t i = 0; i < shown; ++i) {
    Line line{items[i], {}};
    for (const auto* row : rows) {
      line.cells.push_back(part_cell(row, part_of(row, [&](const std::string& name) { return name == items[i]; })));
    }
    lines.push_back(std::move(line));
  }
  if (shown < items.size()) {
    const auto rest = [&](const std::string& name) {
      return std::find(items.begin(), items.begin() + static_cast<std::int64_t>(shown), name) ==
             items.begin() + static_cast<std::int64_t>(shown);
    };
    Line line{fmt::format("other ({} items)", items.size() - shown), {}};
    for (const auto* row : rows) line.cells.push_back(part_cell(row, part_of(row, rest)));
    lines.push_back(std::move(line));
  }
  Line total{"total", {}};
  for (const auto* row : rows) {
    const bool known = row != nullptr && !row->critical_path.empty();
    total.cells.push_back(known ? exact_text(Duration{row->critical_path_total_ps}) : "-");
  }
  lines.push_back(std::move(total));
  const auto bounded = [](const trace::Row* row) { return row != nullptr && row->bound_ps > 0; };
  if (std::ranges::none_of(rows, bounded)) return lines;
  Line bound{"bound", {}};
  Line binding{"bound by", {}};
  for (const auto* row : rows) {
    bound.cells.push_back(bounded(row) ? exact_text(Duration{row->bound_ps}) : "-");
    binding.cells.push_back(bounded(row) ? row->bound_by : "-");
  }
  lines.push_back(std::move(bound));
  lines.push_back(std::move(binding));
  return lines;
}

/// Adds `cell` in the column of a line that is made when its name comes for the first time.
void put(Lines& lines, const std::string& name, std::size_t column, std::size_t columns, std::string cell) {
  auto line = std::ranges::find(lines, name, &Line::name);
  if (line == lines.end()) line = lines.insert(line, {name, std::vector<std::string>(columns, "-")});
  line->cells[column] = std::move(cell);
}

std::string traffic_cell(const trace::Traffic& traffic) {
  return fmt::format("{} ops {:>9}", traffic.operations, short_text(Bytes{traffic.bytes}));
}

Lines traffic_lines(const Rows& rows) {
  Lines paths;
  Lines links;
  Lines rest;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == nullptr) continue;
    for (const auto& t : rows[i]->by_path) {
      if (t.operations != 0) put(paths, "path " + t.name, i, rows.size(), traffic_cell(t));
    }
    for (const auto& t : rows[i]->by_link) {
      if (t.operations != 0) put(links, "link " + t.name, i, rows.size(), traffic_cell(t));
    }
    if (!rows[i]->layers.empty()) put(rest, "layers", i, rows.size(), listed(rows[i]->layers));
    for (const auto& c : rows[i]->counters) {
      if (c.value != 0) put(rest, c.name, i, rows.size(), fmt::format("{}", c.value));
    }
  }
  std::ranges::move(links, std::back_inserter(paths));
  std::ranges::move(rest, std::back_inserter(paths));
  return paths;
}

}  // namespace

std::string time_table(const trace::Result& result) {
  return result.rows.empty() ? "" : side_by_side(result, "critical path", time_lines);
}

std::string traffic_table(const trace::Result& result) {
  return result.rows.empty() ? "" : side_by_side(result, "counted", traffic_lines);
}

}  // namespace gin::reports
