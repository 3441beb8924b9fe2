// What is said of one point of a sweep: a line of points.jsonl. Flat, so that data frames read it as a table;
// whole, so that the point's row comes back from it as it was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::sweep {

enum class PointState {
  done,    ///< ran to its end, data right or unchecked
  wrong,   ///< ran to its end, data wrong: kept, and a failure
  failed,  ///< did not come to its end: a resumed sweep tries it again
};

struct PointLine {
  std::size_t point = 0;
  PointState state = PointState::failed;
  std::string reason;             ///< why not done
  std::optional<trace::Row> row;  ///< none where it failed
};

/// Axis and value of a point, in the order of the axes.
using Coordinates = std::vector<std::pair<std::string, std::string>>;

/// `object`, JSON on one line, with a last member "check": the checksum of all that stands before it. A line that
/// somebody edited is not believed.
std::string with_checksum(std::string object);
/// {"point": 3, "state": "done", "reason": "", "axis_path": "gpu", "axis_bytes": 8, ...}: then what a row of
/// result.json has.
std::string line_of(std::size_t point, PointState state, const std::string& reason, const trace::Row& row);
/// The same without a row.
std::string failed_line(std::size_t point, const std::string& reason, const Coordinates& axes);

/// Throws Error(bad_input) with `where` for anything that the two above did not write.
PointLine read_point_line(const std::string& line, const std::string& where);

}  // namespace gin::sweep
