// Figures with a point per row: times, rates and distances from the bound, along an axis that holds numbers or,
// where there is none, place by place.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// The p50 with the range of the samples, and the bound under it. None where nothing was measured.
std::vector<PageFigure> time_figures(const PageRows& rows);

/// Bytes written into other PEs' memory in an iteration over the p50. None where that was not counted.
std::vector<PageFigure> rate_figures(const PageRows& rows);

/// The p50 over the bound. None where no bound is known.
std::vector<PageFigure> bound_figures(const PageRows& rows);

}  // namespace gin::reports
