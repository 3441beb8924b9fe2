// Whether all agents of a PE that run as a kernel are on their GPU at once: they wait for each other. Of the GPU that this process has
// chosen, or the first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// The GPUs of this machine by their names, looked for in a process of its own, since CUDA does not survive a fork.
struct GpusHere {
  std::vector<std::string> names;
  std::string links;         ///< of the first: "18 NVLinks of 26.6 GB/s"
  std::uint32_t joined = 0;  ///< so many of them, from the first on, all reach each other's memory
  std::string apart;         ///< what keeps the next one from it
  std::string missing;       ///< why there are none
};
GpusHere look_for_gpus();

}  // namespace gin
