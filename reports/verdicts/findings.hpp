// The verdict in plain sentences: what a reader takes home without looking at a table.
#pragma once

#include <string>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/verdicts/verdict.hpp"

namespace gin::reports {

struct Finding {
  std::string sentence;
  std::vector<std::string> details = {};  ///< one per contestant or row that the sentence sums up
};

/// Rows whose data was wrong. None when all is well.
std::vector<Finding> failures_of(const trace::Result& result);

/// Who is faster than whom, where, by how much, and why; where the lead changes hands.
std::vector<Finding> findings_of(const trace::Result& result);

/// "1.20 us of 1.40 us", or "1.20 us, cut to 800 ns by savings elsewhere".
std::string amount(const Cause& cause);

/// What the times mean: the moment that ends them, and whether data was checked.
std::vector<std::string> notes_of(const trace::Result& result);

}  // namespace gin::reports
