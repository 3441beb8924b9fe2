// How many bytes went from each PE to each other.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// None where nobody counted them.
std::vector<PageFigure> pe_traffic_figures(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
