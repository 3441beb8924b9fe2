// A program as a kernel: one agent per thread, warp or block. Compiled by nvcc only.
#pragma once

#include "core/device/cuda_env.cuh"
#include "core/device/program.hpp"

namespace gin {

/// What the host prepares for the agents of one PE. Views are indexed by agent.
template <Path path>
struct CudaLaunch {
  const AgentView<CudaEnv<path>>* views = nullptr;
  SendQueue<CudaEnv<path>>* queues = nullptr;
  std::uint32_t queues_per_peer = 1;
  std::uint32_t lanes = 1;          ///< of an agent: 1, 32 or the block size
  std::uint32_t scratch_bytes = 0;  ///< of an agent, a multiple of 16; shared memory holds it and one word
};

template <class Program, Path path>
__global__ void run_program(CudaLaunch<path> launch, Args<Program> args) {
  extern __shared__ unsigned char shared[];
  using Env = CudaEnv<path>;
  static_assert(Environment<Env>);
  const std::uint32_t agents_per_block = blockDim.x / launch.lanes;
  const std::uint32_t local = threadIdx.x / launch.lanes;
  const AgentView<Env> view = launch.views[blockIdx.x * agents_per_block + local];
  unsigned char* mine = shared + local * (launch.scratch_bytes + 16);

  typename Env::Place place;
  place.lane = threadIdx.x % launch.lanes;
  place.lanes = launch.lanes;
  place.shared_word = reinterpret_cast<std::uint64_t*>(mine);
  place.scratch = mine + 16;
  place.queues = launch.queues;
  place.queues_per_peer = launch.queues_per_peer;
  place.heap = view.heap;
  place.peers = view.peers;
  Env env(place);
  Context<Env> context(env, view);
  Program::run(context, args);
}

}  // namespace gin
