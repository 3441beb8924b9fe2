// What a reader needs to get the same numbers again.
#pragma once

#include <string>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::reports {

/// What a property of the rows is: one value, or all that occur, in the order of the rows.
std::string over_rows(const trace::Result& result, std::string (*property)(const trace::Row&));

/// Scenario and seed, backend, profile and stack, paths, sizes, version and digest, a line each; none without rows.
std::vector<std::string> origin_of(const trace::Result& result);

}  // namespace gin::reports
