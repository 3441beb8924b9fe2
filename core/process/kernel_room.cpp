#include "core/process/kernel_room.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/running_kernel.hpp"

namespace gin {

const gpu::Kernels& kernels_of(const ProcessPlan& plan) {
  if (const auto* const kernels = dynamic_cast<const gpu::Kernels*>(plan.program.get())) return *kernels;
  throw Error(Code::unavailable,
              fmt::format("{}: program {}: expected its kernels, came none; build it where nvcc is",
                          plan.rules.backend, plan.program->name()));
}

gpu::Grid grid_of(const ProcessPlan& plan) {
  return {.blocks = plan.launch.agents, .agents_per_block = 1, .lanes = plan.launch.lanes};
}

gpu::Ways ways_of(const ProcessPlan& plan) {
  if (plan.scenario.uses(scenario::Path::proxy)) return gpu::Ways::pointer_proxy;
  return plan.posts() ? gpu::Ways::pointer_gpu : gpu::Ways::pointer_pointer;
}

std::string lack_of_room(const ProcessPlan& plan, std::uint32_t sharing) {
  if (plan.launch.n_pes > gpu::pes_max)
    return fmt::format("{}: cluster: expected at most {} PEs, got {}; use fewer", plan.rules.backend, gpu::pes_max,
                       plan.launch.n_pes);
  const std::uint32_t servers = plan.rules.only_kernels ? plan.copy_servers() : 0;
  const std::uint32_t streams_each = gpu::RunningKernel::streams + servers;
  if (sharing * streams_each > gpu::streams_max)
    return fmt::format(
        "{}: cluster: expected at most {} PEs on a GPU, each with {} streams, got {}; use fewer, fewer stack.proxy.threads, or let "
        "CUDA_VISIBLE_DEVICES name more GPUs",
        plan.rules.backend, gpu::streams_max / streams_each, streams_each, sharing);
  const gpu::Room room = kernels_of(plan).room(ways_of(plan), grid_of(plan));
  if (room.blocks_at_once == 0)
    return fmt::format(
        "{}: launch.block_threads: expected at most {}, since the kernel of {} takes {} registers, got {}; set fewer, or "
        "another launch.scope",
        plan.rules.backend, room.lanes_max, plan.program->name(), room.registers, plan.launch.lanes);
  // Copy engines copy from one GPU to another: within one, and for words, there are kernels, which a multiprocessor is left for.
  const std::uint32_t most =
      room.blocks_at_once * (gpu::gpus().front().multiprocessors - (servers > 0 ? 1 : 0)) / sharing;
  if (plan.launch.agents <= most) return "";
  return fmt::format(
      "{}: launch.agents: expected at most {}, so that those of {} PEs are on a GPU at once, got {}; set fewer, or "
      "let CUDA_VISIBLE_DEVICES name more GPUs",
      plan.rules.backend, most, sharing, plan.launch.agents);
}

}  // namespace gin
