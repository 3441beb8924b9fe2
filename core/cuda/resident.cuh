// What an agent looks at all the time, in the shared memory of its block: acquiring empties an SM's L1, and whatever lay in
// the GPU's memory would be two or three trips to the L2 away after every wait. Compiled by nvcc only.
#pragma once

#include "core/cuda/env.cuh"
#include "core/cuda/kernels.hpp"

namespace gin {

template <class Env>
struct Resident {
  alignas(16) unsigned char scratch[gpu::scratch_bytes];
  std::uint64_t team[CudaTeam::words];
  AgentView<Env> view;
  IssueState<Env> issue[gpu::contexts_max];
  unsigned char* peers[gpu::pes_max];
  std::uint64_t barriers;

  /// By one lane: as the host prepared it, but for where things lie.
  GIN_DEVICE void move_in(const AgentView<Env>& from) {
    view = from;
    for (std::uint32_t context = 0; context < from.contexts; ++context) issue[context] = from.issue[context];
    for (std::uint32_t pe = 0; pe < from.n_pes; ++pe) peers[pe] = from.peers[pe];
    barriers = 0;
    view.issue = issue;
    view.peers = peers;
    view.barriers = &barriers;
  }
};

}  // namespace gin
