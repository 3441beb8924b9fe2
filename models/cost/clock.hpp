// What a stack's work takes at the clocks of this machine. The stack's numbers hold at one SM clock and on a warm
// CPU.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

/// Work of an agent: its cycles go by the SM's clock, the rest (memory, bus) does not.
/// Source of the form: GPU-Initiated Communication: Dissecting Down to the Bone (2026), Table 6, T = C / f + B.
Itemised by_sm(Duration told, const AgentRules& stack, const GpuProfile& gpu);

/// Work of a CPU thread, told for a warm core. Source: the same, Tables 9 and 10.
Itemised by_cpu(Duration warm, const HostProfile& host);

/// From the call of a small put until it returns: by the agent itself, or into a ring for a proxy.
Itemised gpu_issue(const Stack& stack, const GpuProfile& gpu);
Itemised proxy_issue(const Stack& stack, const GpuProfile& gpu);

}  // namespace gin::models::cost
