// What was measured beside what the model says, row by row.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// None where nobody asked the model.
std::vector<PageFigure> prediction_figures(const PageRows& rows);

}  // namespace gin::reports
