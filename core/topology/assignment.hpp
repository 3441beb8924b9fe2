// Who gets which core. Every PE of a machine works this out for itself from the same lists, so nobody has to ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/machine.hpp"

namespace gin::topology {

/// Threads of a PE that never sleep for long.
struct BusyThreads {
  std::uint32_t proxies = 1;
  std::uint32_t others = 0;
};

struct Assignment {
  Cores proxies;        ///< a core for each of this PE, or none
  Cores others;         ///< the same
  std::string because;  ///< why there are none
};

/// `nearest_first` holds the cores of every PE of the machine, in one order for all; PE `me` of them asks. Proxies have
/// the near ones. All busy threads find a core of their own, or nothing is pinned anywhere: two pollers that must share a core are worse
/// off than two that the scheduler may move.
Assignment assign(const std::vector<Cores>& nearest_first, std::uint32_t me, const BusyThreads& each);

}  // namespace gin::topology
