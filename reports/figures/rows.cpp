#include "reports/figures/rows.hpp"

#include <fmt/format.h>

#include "reports/base/format.hpp"
#include "reports/verdicts/cells.hpp"

namespace gin::reports {
namespace {

/// Phases, cells or NICs that one figure carries, of all its rows.
constexpr std::size_t pieces_max = 12'000;

}  // namespace

FigureRows figure_rows(const std::vector<const Group*>& groups,
                       const std::function<std::size_t(const trace::Row&)>& pieces) {
  FigureRows shown;
  std::size_t used = 0;
  for (const Group* group : groups)
    for (const trace::Row* row : group->rows) {
      const std::size_t count = pieces(*row);
      if (count == 0) continue;
      if (used > 0 && used + count > pieces_max) {
        ++shown.left_out;
      } else {
        used += count;
        shown.rows.push_back(row);
      }
    }
  return shown;
}

std::vector<PageColumn> place_page_columns(const PageRows& rows) {
  std::vector<PageColumn> columns;
  for (const Column& column : place_columns(rows.result)) columns.push_back({"axis", column.title, column.align});
  return columns;
}

void offer(PageFigure& figure, const PageRows& rows, const FigureRows& shown) {
  figure.choice = "row";
  for (const trace::Row* row : shown.rows) figure.choices.push_back(rows.row_name(*row));
  if (figure.choices.size() == 1) figure.choice.clear(), figure.choices.clear();
  if (shown.left_out > 0)
    figure.caption += fmt::format(" {} more would not fit on the page.", counted(shown.left_out, "row"));
}

}  // namespace gin::reports
