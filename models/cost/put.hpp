// One put of one agent to another node while nobody else does anything: issue, NIC or proxy, wire, completion.
// Items have the names of a run's critical path, and their sum is what the emulated machine takes to the
// picosecond.
#pragma once

#include "models/cost/agent.hpp"
#include "models/cost/nic.hpp"

namespace gin::models::cost {

/// Signals are counters of the target's NIC, which puts no writes in order and takes no payload along with a request.
constexpr bool counts_at_nic(const Profile& profile, const Stack& stack) {
  return stack.arrivals.signals == UnorderedSignals::nic_counter && profile.nic.counters > 0;
}

/// As work of the NIC. What the library inlines, the NIC can and a work request has room for is inline; a request
/// that a CPU posts by itself comes with its doorbell, where the NIC has a place for it.
Work put_work(const Profile& profile, const Stack& stack, Handing handing, Bytes bytes);
Work get_work(const Profile& profile, Handing handing, Bytes bytes);
Work atomic_work(const Profile& profile, Handing handing);

/// How long command and completion wait for a CPU thread's look. On path gpu nobody looks but the agent.
struct Waits {
  Duration command;
  Duration completion;
};
/// Those of an agent's first command in ring `ring`, with a thread that has looked around since the agent began.
Waits waits(const Profile& profile, const Stack& stack, const Work& work, std::int64_t ring);

/// What a quiet or fence of path gpu takes for queues that it does not wait for, of a single peer: nothing where the
/// library looks at those in use only.
Duration idle_looks(const Profile& profile, const Stack& stack);

/// From the call until the bytes are visible at the target. Handing gpu or proxy.
Itemised put_visible(const Profile& profile, const Stack& stack, Handing handing, Bytes bytes,
                     const Waits& waits = {});
/// From the call until a quiet behind it returns.
Itemised put_completed(const Profile& profile, const Stack& stack, Handing handing, Bytes bytes,
                       const Waits& waits = {});
/// From the call until an agent that waits has seen the completion of a get.
Itemised get_completed(const Profile& profile, const Stack& stack, Handing handing, Bytes bytes,
                       const Waits& waits = {});
/// The same of an atomic that brings its word's old value.
Itemised atomic_completed(const Profile& profile, const Stack& stack, Handing handing, const Waits& waits = {});

}  // namespace gin::models::cost
