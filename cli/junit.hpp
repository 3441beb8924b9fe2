// What --junit says about a run: its rows, those that never came to an end, and what --expect found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/golden.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::cli {

struct ToldRun {
  const std::vector<scenario::Variant>& variants;  ///< all rows that were to run
  const trace::Result& result;                     ///< those that came to an end, the first ones
  const std::optional<Golden>& expected;
  std::string diagnosis = "";  ///< why there are fewer
};
std::string to_junit(const ToldRun& run);

}  // namespace gin::cli
