// What the PEs of a row were doing, along one iteration.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// None where nobody recorded phases.
std::vector<PageFigure> phase_figures(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
