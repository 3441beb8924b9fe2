#include "reports/text/tables.hpp"

#include "reports/base/table.hpp"
#include "reports/verdicts/cells.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

std::string comparison_table(const trace::Result& result) {
  if (result.rows.empty()) return "";
  std::vector<RowColumn> shown = row_columns(result);
  // There is no room on a terminal for what a page has besides.
  std::erase_if(shown, [](const RowColumn& column) { return column.key == "min"; });
  const trace::Axes& axes = result.rows.front().axes;
  std::vector<Column> columns = place_columns(result);
  if (!axes.empty()) columns.push_back({axes.front().first});
  for (const RowColumn& column : shown) columns.push_back({column.title, column.align});
  Table table(columns);
  for (const Group& group : groups_of(result)) {
    const trace::Row* const base = group.find(contestant_of(result.rows.front()));
    for (const trace::Row* row : group.rows) {
      std::vector<std::string> cells;
      for (const auto& [axis, value] : group.place) cells.push_back(value);
      if (!axes.empty()) cells.push_back(contestant_of(*row));
      for (const RowColumn& column : shown) cells.push_back(column.cell(*row, base).text);
      table.add(std::move(cells));
    }
  }
  std::string legend =
      has_times(result) && one_time(result) ? "\np50: p99 and max are the same to three digits.\n" : "";
  for (const std::string& sentence : legend_of(result)) legend += "\n" + sentence + "\n";
  return table.text() + legend;
}

}  // namespace gin::reports
