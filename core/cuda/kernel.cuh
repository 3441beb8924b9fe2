// A program as a kernel that stays for all iterations: one agent per thread, warp or block. Compiled by nvcc only.
#pragma once

#include "core/cuda/check.hpp"
#include "core/cuda/env.cuh"
#include "core/cuda/kernels.hpp"
#include "core/cuda/resident.cuh"
#include "core/device/program.hpp"

namespace gin {

/// What the host prepares for the agents of one PE, in the GPU's memory. Views are indexed by agent.
template <class Paths>
struct CudaLaunch {
  const AgentView<CudaEnv<Paths>>* views = nullptr;
  gpu::Control control;
  std::uint64_t iterations = 1;
  std::uint32_t lanes = 1;  ///< of an agent: 1, 32 or the block size
};

/// Shared memory of a block.
template <class Env>
constexpr std::uint32_t block_bytes(const gpu::Grid& grid) {
  return grid.agents_per_block * sizeof(Resident<Env>);
}

/// Registers of a thread: two blocks of 256 threads stay on an SM.
inline constexpr int registers_max = 128;

template <class Program, class Paths>
__global__ void __maxnreg__(registers_max)
    run_program(const __grid_constant__ CudaLaunch<Paths> launch,
                const __grid_constant__ Args<Program> args) {  // read where they are, too
  extern __shared__ __align__(16) unsigned char shared[];
  using Env = CudaEnv<Paths>;
  static_assert(Environment<Env> && !Clock<Env> && Observer<Env> == gpu::counting);
  const std::uint32_t agents_per_block = blockDim.x / launch.lanes;
  const std::uint32_t local = threadIdx.x / launch.lanes;
  const std::uint32_t agent = blockIdx.x * agents_per_block + local;
  if (agent >= args.launch.agents) return;  // the last block need not be full
  auto& here = reinterpret_cast<Resident<Env>*>(shared)[local];
  const CudaTeam team(threadIdx.x % launch.lanes, launch.lanes, here.team);
  if (team.lane() == 0) here.move_in(launch.views[agent]);
  team.sync();
  Env env(team, here.scratch, here.view, here.peers, launch.control);
  Context<Env> context(env, here.view);
  Args<Program> now = args;
  for (now.iteration = 0; now.iteration < launch.iterations; ++now.iteration) {
    if (!gpu::all_pass(env, launch.control, now.iteration * 2, args.launch.agents)) return;
    Program::run(context, now);
    env.release_scratch();
    if (!gpu::all_pass(env, launch.control, now.iteration * 2 + 1, args.launch.agents)) return;
  }
}

template <class Program, class Paths>
gpu::Room gpu::Kernel<Program, Paths>::room(const Grid& grid) {
  const auto kernel = run_program<Program, Paths>;
  cudaFuncAttributes has{};
  check(cudaFuncGetAttributes(&has, kernel), "find the kernel of a program");
  Room room{.lanes_max = static_cast<std::uint32_t>(has.maxThreadsPerBlock),
            .registers = static_cast<std::uint32_t>(has.numRegs)};
  int blocks = 0;
  if (grid.lanes * grid.agents_per_block <= room.lanes_max)
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                        static_cast<int>(grid.lanes * grid.agents_per_block),
                                                        block_bytes<CudaEnv<Paths>>(grid)),
          "learn how many blocks a multiprocessor holds");
  room.blocks_at_once = static_cast<std::uint32_t>(blocks);
  return room;
}

template <class Program, class Paths>
void gpu::Kernel<Program, Paths>::start(const Start& start, const Args<Program>& args) {
  CudaLaunch<Paths> launch{static_cast<const AgentView<CudaEnv<Paths>>*>(start.views), start.control,
                           start.iterations, start.grid.lanes};
  Args<Program> own = args;
  void* arguments[] = {&launch, &own};
  check(
      cudaLaunchCooperativeKernel(run_program<Program, Paths>, dim3(start.grid.blocks),
                                  dim3(start.grid.lanes * start.grid.agents_per_block), arguments,
                                  block_bytes<CudaEnv<Paths>>(start.grid), static_cast<cudaStream_t>(start.stream)),
      "start a program's kernel");
}

}  // namespace gin

/// The kernel of a program for these two paths: within a node, and to other nodes.
#define GIN_KERNEL(program, same_node, other_node) \
  template struct gin::gpu::Kernel<program, gin::PathsByClass<gin::Path::same_node, gin::Path::other_node>>
