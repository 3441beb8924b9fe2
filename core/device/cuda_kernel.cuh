// A program as a kernel: one agent per thread, warp or block. Compiled by nvcc only.
#pragma once

#include "core/device/cuda_env.cuh"
#include "core/device/program.hpp"

namespace gin {

/// What the host prepares for the agents of one PE, in the GPU's memory. Views are indexed by agent.
template <class Paths>
struct CudaLaunch {
  const AgentView<CudaEnv<Paths>>* views = nullptr;
  std::uint32_t lanes = 1;          ///< of an agent: 1, 32 or the block size
  std::uint32_t scratch_bytes = 0;  ///< of an agent, a multiple of 16; shared memory holds it and the team's words
};

template <class Program, class Paths>
__global__ void run_program(const __grid_constant__ CudaLaunch<Paths> launch,
                            const __grid_constant__ Args<Program> args) {  // read where they are, too
  extern __shared__ unsigned char shared[];
  using Env = CudaEnv<Paths>;
  static_assert(Environment<Env> && !Clock<Env> && !Observer<Env>);
  const std::uint32_t agents_per_block = blockDim.x / launch.lanes;
  const std::uint32_t local = threadIdx.x / launch.lanes;
  // Where it lies: a copy would be in each thread's local memory.
  const AgentView<Env>& view = launch.views[blockIdx.x * agents_per_block + local];
  constexpr std::uint32_t team_bytes = CudaTeam::words * sizeof(std::uint64_t);
  unsigned char* mine = shared + local * (launch.scratch_bytes + team_bytes);

  const CudaTeam team(threadIdx.x % launch.lanes, launch.lanes, reinterpret_cast<std::uint64_t*>(mine));
  Env env(team, mine + team_bytes, view);
  Context<Env> context(env, view);
  Program::run(context, args);
}

}  // namespace gin

/// The kernel of a program for these two paths: within a node, and to other nodes.
#define GIN_KERNEL(program, same_node, other_node)                                                             \
  template __global__ void                                                                                     \
  gin::run_program<program, gin::PathsByClass<gin::Path::same_node, gin::Path::other_node>>(                   \
      const __grid_constant__ gin::CudaLaunch<gin::PathsByClass<gin::Path::same_node, gin::Path::other_node>>, \
      const __grid_constant__ gin::Args<program>)
