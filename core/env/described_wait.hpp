// Why an agent waits, in the words of every report: hangs, livelocks, where a PE stood when another died.
#pragma once

#include <string>

#include "core/device/waiting.hpp"
#include "core/env/heap_map.hpp"

namespace gin {

/// "signal_wait_until for window arrived[1]: 2 seen, >= 3 wanted".
std::string describe(const Waiting& why, const HeapMap& heap);

}  // namespace gin
