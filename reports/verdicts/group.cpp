// Sorting a result's rows into groups, and the questions that every report asks of one row.
#include "reports/verdicts/group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/assert.hpp"
#include "reports/base/format.hpp"

namespace gin::reports {
namespace {

trace::Axes place_of(const trace::Row& row) {
  return row.axes.empty() ? trace::Axes{} : trace::Axes(row.axes.begin() + 1, row.axes.end());
}

}  // namespace

const trace::Row* Group::find(const std::string& contestant) const {
  const auto found = std::ranges::find_if(rows, [&](const auto* row) { return contestant_of(*row) == contestant; });
  return found == rows.end() ? nullptr : *found;
}

std::vector<Group> groups_of(const trace::Result& result) {
  std::vector<Group> groups;
  for (const trace::Row& row : result.rows) {
    GIN_ASSERT(row.axes.size() == result.rows.front().axes.size());
    const trace::Axes place = place_of(row);
    const std::string contestant = contestant_of(row);
    const auto home = std::ranges::find_if(
        groups, [&](const Group& group) { return group.place == place && group.find(contestant) == nullptr; });
    if (home == groups.end()) {
      groups.push_back({place, {&row}});
    } else {
      home->rows.push_back(&row);
    }
  }
  return groups;
}

std::vector<std::string> contestants_of(const trace::Result& result) {
  std::vector<std::string> names;
  for (const trace::Row& row : result.rows) add_new(names, contestant_of(row));
  return names;
}

std::string contestant_of(const trace::Row& row) {
  return row.axes.empty() ? "" : row.axes.front().second;
}

std::string named(const trace::Result& result, const std::string& contestant) {
  return numeric(contestant) ? fmt::format("`{} {}`", result.rows.front().axes.front().first, contestant)
                             : fmt::format("`{}`", contestant);
}

bool numeric_axis(const trace::Result& result, std::size_t axis) {
  return std::ranges::all_of(result.rows, [&](const trace::Row& row) { return numeric(row.axes.at(axis).second); });
}

Checked checked(const trace::Row& row) {
  if (row.verified) return Checked::right;
  return row.payload == "phantom" && row.mismatch.empty() ? Checked::not_checked : Checked::wrong;
}

bool offered(const trace::Row& row) {
  return row.not_offered.empty();
}

std::string not_offered_by(const trace::Row& row) {
  return fmt::format("{}", fmt::join(row.not_offered, "; "));
}

bool has_not_offered(const trace::Result& result) {
  return !std::ranges::all_of(result.rows, offered);
}

std::string wrong_about(const trace::Row& row) {
  return row.mismatch.empty() ? "the data was not verified" : row.mismatch;
}

bool one_bracket(const trace::Result& result) {
  return std::ranges::all_of(result.rows,
                             [&](const trace::Row& row) { return row.bracket == result.rows.front().bracket; });
}

bool has_predictions(const trace::Result& result) {
  return std::ranges::any_of(result.rows, [](const trace::Row& row) { return row.predicted_p50_ps > 0; });
}

bool has_bounds(const trace::Result& result) {
  return std::ranges::any_of(result.rows, [](const trace::Row& row) { return row.bound_ps > 0; });
}

const trace::PathItem* dominant_item(const trace::Row& row) {
  const auto largest = std::ranges::max_element(row.critical_path, {}, &trace::PathItem::ps);
  return largest == row.critical_path.end() ? nullptr : &*largest;
}

}  // namespace gin::reports
