// Comparisons are made within a group: rows that differ on the first axis only. The first axis holds the
// contestants, all others the place where they meet.
#pragma once

#include <string>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::reports {

struct Group {
  trace::Axes place;
  std::vector<const trace::Row*> rows;  ///< in the contestants' order; never empty

  const trace::Row* find(const std::string& contestant) const;  ///< null when it did not run here
};

/// In the order of the result. The result must outlive them. Rows that stand in the same place twice, which
/// no compare block makes, come out as two groups, so that no row is lost.
std::vector<Group> groups_of(const trace::Result& result);

/// Values of the first axis in order of appearance; one empty name when the rows have no axes.
std::vector<std::string> contestants_of(const trace::Result& result);

/// The row's value on the first axis; empty when it has no axes.
std::string contestant_of(const trace::Row& row);

/// The contestant in a sentence: a bare number is no name, so 8 becomes `bytes 8`.
std::string named(const trace::Result& result, const std::string& contestant);

/// Every row's value on the axis is a number. Axes count from 0, the contestants' own.
bool numeric_axis(const trace::Result& result, std::size_t axis);

/// Whether the row's data was looked at, and what was found.
enum class Checked { right, wrong, not_checked };
Checked checked(const trace::Row& row);

/// Library and machine do what the row ran, by themselves.
bool offered(const trace::Row& row);

/// What they do not do, in one clause; empty where they do it all.
std::string not_offered_by(const trace::Row& row);

/// Some row is nothing that library and machine do.
bool has_not_offered(const trace::Result& result);

/// The first wrong element of a row whose data is wrong, or that nobody looked.
std::string wrong_about(const trace::Row& row);

/// All times end at the same moment of a transfer.
bool one_bracket(const trace::Result& result);

/// Some row has the model's word beside what was measured.
bool has_predictions(const trace::Result& result);

/// Some row has the least time that its traffic can take.
bool has_bounds(const trace::Result& result);

/// The largest item of the critical path, or null where none was recorded.
const trace::PathItem* dominant_item(const trace::Row& row);

}  // namespace gin::reports
