// A run as JUnit XML, which CI systems show as a list of passed and failed tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// What a golden file says otherwise, in sentences.
struct GoldenDifferences {
  std::vector<std::vector<std::string>> of_rows;  ///< one list for each row of the result
  std::vector<std::string> of_run;                ///< what is no row's that ran
};

struct JunitRun {
  const trace::Result& result;                             ///< the rows that came to an end
  std::optional<GoldenDifferences> golden = std::nullopt;  ///< none: the run was not compared
  /// Rows that did not come to an end: the first of them failed, those after it never began.
  std::vector<trace::Axes> unfinished = {};
  std::string diagnosis = "";  ///< why the first unfinished row failed
};

/// One testsuite with the scenario's name, one testcase per row, and one named "golden file" where the run was
/// compared. The time of a testcase is its row's p50 in seconds, every picosecond: in virtual time equal runs give
/// equal files. There is a failure or an error exactly when the command ends with 1.
std::string to_junit(const JunitRun& run);

}  // namespace gin::reports
