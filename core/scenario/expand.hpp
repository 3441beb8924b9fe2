// From one document to the rows it stands for, before any of them is read as a scenario.
#pragma once

#include <cstddef>
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

/// One row: which value it takes on each axis.
struct Point {
  std::vector<std::size_t> indices;
};

/// The product of all axes, first axis slowest; one point when there are none.
std::vector<Point> product(const std::vector<Axis>& axes);

std::vector<Variant::Coordinate> coordinates_of(const Point& point, const std::vector<Axis>& axes);

/// The document of one row, without a compare block.
Json document_at(const Point& point, const std::vector<Axis>& axes, const Json& document, const std::string& file);

}  // namespace gin::scenario
