// --axis FIELD=SPEC: an axis in a few characters, made into what a compare block would say.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {

/// The block of one axis: "1..10" and "1..10+3" as a range, "8..1M*2" as a log_range, "gpu,proxy" and a JSON array
/// as values. K, M and G after a number are 1024 and its powers. Throws Error(bad_usage).
Json axis_block(const AxisText& axis);

/// Puts each axis into the compare block: in the place of the one that varies the same field, or as the last one,
/// named after the last word of its field. Throws Error(bad_usage, bad_input), with the axis as it was written in
/// front.
void apply_axes(Json& document, const std::vector<AxisText>& axes, const Names& names);

}  // namespace gin::scenario
