// From a profile and a stack to the numbers that virtual time and the emulated NIC work with.
#pragma once

#include "backends/shm-emulated/cpu_fabric.hpp"
#include "core/proxy/proxy.hpp"
#include "core/scenario/scenario.hpp"
#include "models/pairing.hpp"

namespace gin::emulated {

/// Profile and stack of a scenario with its overrides applied, the stack at the clocks of that machine.
struct Models : models::Pairing {
  /// Throws Error(bad_input).
  explicit Models(const scenario::Scenario& scenario);
};

/// Of the scenario's scope and GPUs a node. Throws Error(bad_input) where a mesh has fewer.
Machine machine_of(const Models& models, const scenario::Scenario& scenario);
NicModel nic_of(const Models& models);
QueueRules queue_rules_of(const Models& models);
/// Of agents whose proxies stand on a wire: it keeps no order, so fences wait; requests are cut and numbered below
/// the queues and rings.
QueueRules queue_rules_over_wire(const Models& models);
ProxyRules proxy_rules_of(const Models& models);
CpuFabric::Rules cpu_rules_of(const Models& models);

/// The NIC reads and writes GPU memory.
bool has_gpudirect(const Models& models);
/// The stack puts agents' send queues and completions into the CPU's memory.
bool agent_queues_on_cpu(const Models& models);
/// Throws Error(bad_input) for a path on which nobody could copy payload to where the NIC reaches it.
void refuse_without_gpudirect(const Models& models, const scenario::Scenario& scenario);

}  // namespace gin::emulated
