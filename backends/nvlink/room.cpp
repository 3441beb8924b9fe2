#include "backends/nvlink/room.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"

namespace gin::nvlink {

const gpu::Kernels& kernels_of(const ProcessPlan& plan) {
  if (const auto* const kernels = dynamic_cast<const gpu::Kernels*>(plan.program.get())) return *kernels;
  throw Error(Code::unavailable,
              fmt::format("nvlink: program {}: expected its kernels, came none; build it where nvcc is",
                          plan.program->name()));
}

gpu::Grid grid_of(const ProcessPlan& plan) {
  return {.blocks = plan.launch.agents, .agents_per_block = 1, .lanes = plan.launch.lanes};
}

std::string lack_of_room(const ProcessPlan& plan, std::uint32_t sharing) {
  if (plan.launch.n_pes > gpu::pes_max)
    return fmt::format("nvlink: cluster: expected at most {} PEs, got {}; use fewer", gpu::pes_max,
                       plan.launch.n_pes);
  const gpu::Room room = kernels_of(plan).room(gpu::Ways::pointer_pointer, grid_of(plan));
  if (room.blocks_at_once == 0)
    return fmt::format(
        "nvlink: launch.block_threads: expected at most {}, since the kernel of {} takes {} registers, got {}; set fewer, or "
        "another launch.scope",
        room.lanes_max, plan.program->name(), room.registers, plan.launch.lanes);
  const std::uint32_t most = room.blocks_at_once * gpu::gpus().front().multiprocessors / sharing;
  if (plan.launch.agents <= most) return "";
  return fmt::format(
      "nvlink: launch.agents: expected at most {}, so that those of {} PEs are on a GPU at once, got {}; set fewer, or "
      "let CUDA_VISIBLE_DEVICES name more GPUs",
      most, sharing, plan.launch.agents);
}

}  // namespace gin::nvlink
