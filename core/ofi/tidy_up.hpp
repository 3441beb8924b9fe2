// The shm provider keeps a file per endpoint in shared memory; a process that is killed leaves its own there.
#pragma once

#include <string>

namespace gin::ofi {

/// Removes the files PID:UID:NUMBER, and those that provider efa of libfabric 1.17 makes, in `folder` that this user owns and whose
/// process is gone, and returns how many. Call it before a job starts. Processes that share the folder but not the numbering of processes
/// (containers with their own) look as if they were gone: do not run two such jobs of one user at once.
unsigned tidy_up(const std::string& folder = "/dev/shm");

}  // namespace gin::ofi
