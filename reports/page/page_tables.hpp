// Tables of a page: each row's numbers, what its critical path is made of, what was counted.
#pragma once

#include <vector>

#include "reports/page/page.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// A line for each row, in the order of the groups.
PageTable comparison_page_table(const PageRows& rows);

/// Every item of the critical paths of `groups`, contestants side by side, each block with its total.
PageTable critical_path_table(const PageRows& rows, const std::vector<const Group*>& groups);

/// Operations and bytes by path and link, layers, and counters that are not zero.
PageTable counted_table(const PageRows& rows, const std::vector<const Group*>& groups);

}  // namespace gin::reports
