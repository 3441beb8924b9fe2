// Which NICs a PE opens, of those that libfabric offers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/process/carrier.hpp"
#include "core/topology/devices.hpp"

namespace gin::efa {

/// By their names, the nearest to the PE's GPU first; never none. `machine`: what hwloc knows; where it knows none of what is
/// offered, all are taken to be equally near. Throws Error(unavailable) where `place` asks for what is not offered.
std::vector<std::string> nics_for(const WirePlace& place, const std::vector<std::string>& offered,
                                  const topology::Devices& machine);

}  // namespace gin::efa
