// Timelines as a Perfetto trace (track events in protobuf), for ui.perfetto.dev and trace_processor.
#pragma once

#include <string>
#include <vector>

#include "core/trace/timeline.hpp"

namespace gin::reports {

/// Perfetto counts nanoseconds: every span and instant says its picoseconds too, in begin_ps, end_ps or at_ps.
std::string to_perfetto(const std::vector<trace::Timeline>& rows);

}  // namespace gin::reports
