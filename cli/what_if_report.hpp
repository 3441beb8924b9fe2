// What `what-if` found, as a person and as a script read it. Nothing of the machine that ran it is in either: two
// runs of the same file say the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/golden.hpp"
#include "cli/sensitivity.hpp"

namespace gin::cli {

struct WhatIf {
  std::string scenario;  ///< its name
  std::int64_t percent = 0;
  std::vector<trace::Axes> rows;
  std::vector<std::int64_t> base_p50_ps;  ///< of each row
  std::vector<Sensitivity> numbers;
};

/// The numbers that change something, the first `top` of them (0: all); how many change nothing; which could not be
/// varied, and why.
std::string to_text(const WhatIf& found, std::int64_t top);

/// Everything.
std::string to_json(const WhatIf& found);

}  // namespace gin::cli
