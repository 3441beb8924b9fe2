// Axes that are written as a rule instead of a list: {"from": 1, "to": 10, "step": 3} and
// {"from": 8, "to": 1024, "factor": 2} become the values they stand for before anything else looks at them.
#pragma once

#include <vector>

#include "core/base/json.hpp"
#include "core/base/json_path.hpp"

namespace gin::scenario {

enum class RangeKind { steps, factors };

/// A rule as the file has it at `path`.
struct AxisRange {
  const Json& block;  ///< must outlive this
  RangeKind kind;
  JsonPath path;
};

/// From "from" on, as far as "to", which is a value where a step meets it; without "step" by 1 in the unit of the
/// field. Exact: decimals are added up as they are written. Throws Error(bad_input) for what is no such rule, or
/// one of more than `axis_values_max` values.
std::vector<Json> range_values(const AxisRange& range);

}  // namespace gin::scenario
