// The critical path as a bar for each contestant: its items, end to end, are the elapsed time.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// None where no row of `groups` recorded one. The items that are long anywhere have colours, the rest is one part.
std::vector<PageFigure> path_figures(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
