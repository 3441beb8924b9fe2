// From a profile and a stack to what they say as rules: queues, proxies, what a post may carry. What they say as times
// is the emulated NIC's business (nic/machine_of.hpp).
#pragma once

#include "core/run/stack_rules.hpp"
#include "core/scenario/scenario.hpp"
#include "models/pairing.hpp"

namespace gin::rules {

/// Profile and stack of a scenario with its overrides applied, the stack at the clocks of that machine. Throws
/// Error(bad_input).
models::Pairing pairing_of(const scenario::Scenario& scenario);

/// The same machine and library, of whose order nothing is left to lean on: one queue and one rail to each peer, atomics of
/// the NIC and no CPU beside them, for whoever keeps what the device API promises by other means. A send returns before its
/// receive is there, however long it is, or waits for it, however short.
models::Pairing without_order(models::Pairing models, bool sends_return);

/// As that machine's NIC and that library have it.
StackRules of_library(const models::Pairing& models);
/// Whether that library's proxies take the NIC for a wire and ask for acknowledgements. Agents that post by themselves
/// could not ask.
bool stands_on_wire(const models::Pairing& models, const scenario::Scenario& scenario);
/// Of agents whose proxies stand on a wire: it keeps no order, so fences wait; requests are cut and numbered below
/// the queues and rings.
StackRules over_wire(const models::Pairing& models);
/// The latter, where nothing else is asked of profile and stack.
StackRules over_wire(const scenario::Scenario& scenario);

/// Of what keeps order, has atomics and one rail, whatever that machine's NIC does: plain memory, a GPU's copy engines.
StackRules in_order(const scenario::Scenario& scenario);

/// Of somebody who inlines up to `library_inline_max` bytes, as far as the NIC does.
PostRules post_rules_of(const models::Pairing& models, Bytes library_inline_max);

/// The NIC reads and writes GPU memory.
bool has_gpudirect(const models::Pairing& models);
/// The stack puts agents' send queues and completions into the CPU's memory.
bool agent_queues_on_cpu(const models::Pairing& models);
/// Throws Error(bad_input) for a path on which nobody could copy payload to where the NIC reaches it.
void refuse_without_gpudirect(const models::Pairing& models, const scenario::Scenario& scenario);

/// Throws Error(bad_input) where the stack wants the NIC to count signals and nobody could: the NIC has no counters, or
/// does not reach the words, or somebody other than an agent would post.
void refuse_without_counters(const models::Pairing& models, const scenario::Scenario& scenario);

}  // namespace gin::rules
