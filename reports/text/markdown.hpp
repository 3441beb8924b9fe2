// The page that comes out of a run. `ginlab run` prints it as it is, so it must read well as plain text.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// Verdict first, then the numbers, then where they come from, then how to get them again. Equal runs give
/// equal pages: of the host block it uses ginlab's version, and the machine only where a wall clock kept time.
std::string to_markdown(const trace::Result& result);

/// Its beginning: verdict and comparison, what somebody at a terminal asks first.
std::string to_brief(const trace::Result& result);

}  // namespace gin::reports
