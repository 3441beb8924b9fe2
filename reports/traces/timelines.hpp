// Timelines as files that viewers read.
#pragma once

#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

namespace gin::reports {

/// The Trace Event Format (JSON), which ui.perfetto.dev, speedscope and older viewers read. Times are in microseconds
/// with six decimals, so that every picosecond is there.
std::string to_chrome(const std::vector<trace::Timeline>& rows);

/// A Perfetto trace (track events in protobuf), for ui.perfetto.dev and trace_processor. Perfetto counts nanoseconds:
/// every span and instant says its picoseconds too, in begin_ps, end_ps or at_ps.
std::string to_perfetto(const std::vector<trace::Timeline>& rows);

}  // namespace gin::reports
