// A rank other than 0: it works on what rank 0's foreman hands it, in a worker process of its own, so that a point
// that crashes does not end the rank.
#pragma once

#include "sweep/channel.hpp"
#include "sweep/worker_process.hpp"

namespace gin::sweep {

/// Until the foreman says that this was all; false when it went away without a word.
bool work_for(Channel foreman, const PointWork& work);

}  // namespace gin::sweep
