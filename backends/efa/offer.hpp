// What libfabric's provider efa offers here: on which fabric, over which NICs.
#pragma once

#include <string>
#include <vector>

#include "core/ofi/provider.hpp"
#include "core/process/carrier.hpp"

namespace gin::efa {

/// The provider on the fabric that `place` asks for, on a NIC for each of the PE's rails; never none. Loads libfabric, unless
/// it is loaded, with settings that it reads then. Throws Error(unavailable) with what is missing.
std::vector<ofi::Provider> rails_of_place(const WirePlace& place);

/// The one that queues of the PE's agents are on, by its name, or "auto" where there is none to choose. It needs no libfabric.
std::string nic_for_queues(const WirePlace& place);

/// Tries it out. Empty where wires can be made there, or what is missing, for people.
std::string trouble_with(const WirePlace& place);

}  // namespace gin::efa
