// A result's rows as the parts of a page need them: numbered, with their contestants, grouped by place.
#pragma once

#include <string>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// The result must outlive it and have rows.
struct PageRows {
  explicit PageRows(const trace::Result& of);

  const trace::Result& result;
  std::vector<std::string> contestants;
  std::vector<Group> groups;
  std::string axis;  ///< the contestants' axis; empty without axes

  std::size_t index(const trace::Row& row) const { return static_cast<std::size_t>(&row - result.rows.data()); }
  std::size_t contestant(const trace::Row& row) const;
  std::string contestant_name(std::size_t number) const;  ///< "this run" without axes
  std::string row_name(const trace::Row& row) const;      ///< "gpu, bytes 8"

  /// All groups, or `most` of them, the first and the last among them and the others evenly between.
  std::vector<const Group*> some_groups(std::size_t most) const;
};

}  // namespace gin::reports
