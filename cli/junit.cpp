#include "cli/junit.hpp"

#include <algorithm>

#include "cli/loading.hpp"
#include "reports/text/junit.hpp"

namespace gin::cli {
namespace {

reports::GoldenDifferences compared(const Golden& expected, const trace::Result& result) {
  reports::GoldenDifferences sorted{.of_rows = {}, .of_run = {}};
  sorted.of_rows.resize(result.rows.size());
  for (const Difference& difference : differences({.expected = expected, .got = golden_of(result)})) {
    const auto row =
        difference.row ? std::ranges::find(result.rows, *difference.row, &trace::Row::axes) : result.rows.end();
    if (row == result.rows.end()) {
      sorted.of_run.push_back(line_of(difference));
    } else {
      sorted.of_rows[static_cast<std::size_t>(row - result.rows.begin())].push_back(difference.text);
    }
  }
  return sorted;
}

}  // namespace

std::string to_junit(const ToldRun& run) {
  reports::JunitRun told{.result = run.result, .diagnosis = run.diagnosis};
  if (run.expected) told.golden = compared(*run.expected, run.result);
  for (std::size_t i = run.result.rows.size(); i < run.variants.size(); ++i)
    told.unfinished.push_back(axes_of(run.variants[i]));
  return reports::to_junit(told);
}

}  // namespace gin::cli
