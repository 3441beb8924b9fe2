// Timelines in the Trace Event Format (JSON), which ui.perfetto.dev, speedscope and older viewers read.
#pragma once

#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

namespace gin::reports {

/// Times are in microseconds with six decimals, so that every picosecond is there.
std::string to_chrome(const std::vector<trace::Timeline>& rows);

}  // namespace gin::reports
