// From a profile and a stack to the times that virtual time and the emulated NIC work with.
#pragma once

#include "core/fabric/wire_setup.hpp"
#include "core/scenario/scenario.hpp"
#include "models/pairing.hpp"
#include "nic/wire_queues.hpp"

namespace gin::emulated {

/// Of the scenario's scope and GPUs a node. Throws Error(bad_input) where a mesh has fewer.
Machine machine_of(const models::Pairing& models, const scenario::Scenario& scenario);
NicModel nic_of(const models::Pairing& models);
/// The NIC as that CPU thread of a PE uses it. `as_wire`: like a provider's, which promises no order
/// (docs/decisions/024).
NicWireSetup nic_wire_of(const models::Pairing& models, Pe pe, std::uint32_t thread, bool as_wire);
/// How that thread's operations become requests of a NIC that agents and other threads of its PE use, too; all but
/// what `setup` says of the PE.
WireFabricSetup shared_nic_of(const models::Pairing& models, const NetworkRules& network, std::uint32_t thread,
                              WireFabricSetup setup);

}  // namespace gin::emulated
