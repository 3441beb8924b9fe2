// The ginlab command as a function, so that a user's project can build a command that knows its programs too.
#pragma once

#include "core/run/execute.hpp"

namespace gin {

/// The programs shipped with ginlab; defined in a generated source.
Programs shipped_programs();

/// Runs the command line. Returns the exit code: 0 done and verified, 1 the run failed or data was wrong,
/// 2 bad usage, bad input or a backend that cannot run here.
int run_command_line(int argc, char** argv, Programs programs);

}  // namespace gin
