// Whether all agents of a PE that run as a kernel are on their GPU at once: they wait for each other. Of the GPU that this process has
// chosen, or the first.
#pragma once

#include <cstdint>
#include <string>

#include "core/cuda/kernels.hpp"
#include "core/process/process_plan.hpp"

namespace gin {

/// Throws Error(unavailable) where the program was built without them.
const gpu::Kernels& kernels_of(const ProcessPlan& plan);
gpu::Grid grid_of(const ProcessPlan& plan);
/// By which paths they reach the others.
gpu::Ways ways_of(const ProcessPlan& plan);
/// Why they have none, where `sharing` PEs share the GPU, or "". Throws Error(failed).
std::string lack_of_room(const ProcessPlan& plan, std::uint32_t sharing);

}  // namespace gin
