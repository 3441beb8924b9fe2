// From a profile and a stack to the times that virtual time and the emulated NIC work with.
#pragma once

#include "core/scenario/scenario.hpp"
#include "models/pairing.hpp"
#include "nic/cpu_fabric.hpp"
#include "nic/wire_queues.hpp"

namespace gin::emulated {

/// Of the scenario's scope and GPUs a node. Throws Error(bad_input) where a mesh has fewer.
Machine machine_of(const models::Pairing& models, const scenario::Scenario& scenario);
NicModel nic_of(const models::Pairing& models);
CpuFabric::Rules cpu_rules_of(const models::Pairing& models);
/// The same NIC for that thread of a PE whose library stands on a wire.
WireSetup wire_setup_of(const models::Pairing& models, Pe pe, std::uint32_t thread);

}  // namespace gin::emulated
