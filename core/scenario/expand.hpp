// What makes rows of one document: the axes of its compare block, and what --set changes in all of them.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {

struct Axis;

/// Reads the compare block of `document`, contestants first; no axes when there is none. Throws Error(bad_input).
std::vector<Axis> read_axes(const Json& document, const Names& names, const std::string& file);

/// Applies --set in order, but for what sets the compare block. A field that an axis varies cannot be set. Throws
/// Error(bad_usage).
void apply_sets(Json& document, const std::vector<Assignment>& sets, const Names& names,
                const std::vector<Axis>& axes, const std::string& file);

/// One --set as messages name it: --set "path=value".
std::string set_as_written(const Assignment& set);

/// One --set by itself: what the value is, as JSON where it parses and as text otherwise.
Json assigned_value(const Assignment& set);

}  // namespace gin::scenario
