// Figures of one row at a time: which rows they offer, and how much of them fits on a page.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// Numbers that stand as a table under such a figure.
inline constexpr std::size_t figure_cells_max = 2'400;

/// The rows that a figure shows: all that have something, as far as there is room; always one.
struct FigureRows {
  std::vector<const trace::Row*> rows = {};
  std::size_t left_out = 0;

  bool empty() const { return rows.empty(); }
};

/// `pieces` says how many marks a row's picture has; none: there is no picture of it.
FigureRows figure_rows(const std::vector<const Group*>& groups,
                       const std::function<std::size_t(const trace::Row&)>& pieces);

/// Columns that name the place: all axes but the contestants'.
std::vector<PageColumn> place_page_columns(const PageRows& rows);

/// Lets the reader choose one of the rows, and says how many there was no room for.
void offer(PageFigure& figure, const PageRows& rows, const FigureRows& shown);

}  // namespace gin::reports
