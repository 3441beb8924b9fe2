// Whether all agents of a plan find room on the GPUs at once, as they have to: they wait for each other.
#pragma once

#include <string>

#include "core/cuda/kernels.hpp"
#include "core/process/process_plan.hpp"

namespace gin::nvlink {

const gpu::Kernels& kernels_of(const ProcessPlan& plan);
gpu::Grid grid_of(const ProcessPlan& plan);

/// A sentence where they do not, or an empty one. Starts CUDA. `sharing`: the most PEs of one GPU.
std::string lack_of_room(const ProcessPlan& plan, std::uint32_t sharing);

}  // namespace gin::nvlink
