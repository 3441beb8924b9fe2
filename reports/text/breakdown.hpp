// Where time and traffic went, rivals side by side: a difference is seen along a line, not across a page.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// Critical paths: the largest items with share and count, the rest as one line, and the total that they add
/// up to. Empty when no row recorded one.
std::string time_table(const trace::Result& result);

/// Operations and bytes by path and by link, layers, and counters that are not zero. Empty when there are none.
std::string traffic_table(const trace::Result& result);

}  // namespace gin::reports
