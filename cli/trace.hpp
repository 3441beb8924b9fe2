// ginlab run --trace: which file, whose events and how many, and writing them.
#pragma once

#include <vector>

#include "cli/files.hpp"
#include "cli/options.hpp"
#include "core/run/backend.hpp"
#include "core/scenario/expand.hpp"
#include "core/trace/recordings.hpp"

namespace gin::cli {

/// What is to be recorded of these rows. Throws Error(bad_usage): a file name without a format, a backend that does
/// not record, PEs that are none.
trace::RecordingRules recording_rules(const TraceOptions& options, const Backend& backend,
                                      const std::vector<scenario::Variant>& variants);

/// Writes the file and complains about what is not in it. Throws Error(bad_usage).
void write_trace(const TraceOptions& options, const trace::Recordings& recordings, WrittenFiles& files);

}  // namespace gin::cli
