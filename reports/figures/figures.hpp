// The figures of a page, and the table that goes with one of them. Whoever has nothing to show makes none; what is
// drawn item by item is drawn for `groups` only.
#pragma once

#include <vector>

#include "reports/figures/figure.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// A point per row, along an axis that holds numbers or, where there is none, place by place: the p50 with the range of
/// the samples and the bound under it; bytes written into other PEs' memory in an iteration over the p50; the p50 over
/// the bound.
std::vector<PageFigure> curve_figures(const PageRows& rows);

/// What was measured beside what the model says, row by row.
std::vector<PageFigure> prediction_figures(const PageRows& rows);

/// The critical path as a bar for each contestant: its items, end to end, are the elapsed time. The items that are long
/// anywhere have colours, the rest is one part.
std::vector<PageFigure> path_figures(const PageRows& rows, const std::vector<const Group*>& groups);

/// What the PEs of a row were doing, along one iteration.
std::vector<PageFigure> phase_figures(const PageRows& rows, const std::vector<const Group*>& groups);

/// How many bytes went from each PE to each other.
std::vector<PageFigure> pe_traffic_figures(const PageRows& rows, const std::vector<const Group*>& groups);

/// How evenly the NICs of a row share its load.
std::vector<PageFigure> nic_figures(const PageRows& rows, const std::vector<const Group*>& groups);

/// Mean and largest load of each row's NICs. No lines where nobody counted.
PageTable nic_table(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
