// Runs side by side, as people and as scripts read them.
#pragma once

#include <string>
#include <vector>

#include "reports/compare/compare.hpp"

namespace gin::reports {

/// The first run against each other one, in their order. Differences beyond the noise first, then the rest in a
/// line each, then what was changed. Reads well as plain text.
std::string to_markdown(const std::vector<NamedRun>& runs);

/// The same with every row, in a fixed order of keys.
std::string to_json(const std::vector<NamedRun>& runs);

}  // namespace gin::reports
