// How evenly the NICs of a row share its load.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// None where nobody counted.
std::vector<PageFigure> nic_figures(const PageRows& rows, const std::vector<const Group*>& groups);

/// Mean and largest load of each row's NICs. No lines where nobody counted.
PageTable nic_table(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
