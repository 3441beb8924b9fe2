// What a stack costs at the clocks of this machine. Its numbers hold at one SM clock and on a warm CPU.
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

/// The stack with every cost as it is on this machine. What is called with a stack expects one of these.
Stack at_clocks(Stack stack, const Profile& profile);

}  // namespace gin::models::cost
