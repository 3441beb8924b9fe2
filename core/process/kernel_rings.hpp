// The rings of one PE's agents that run as a kernel: as they push, as its proxies take, and what has become of the commands.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "core/cuda/agents.hpp"
#include "core/cuda/ring.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/process_plan.hpp"

namespace gin {

/// Of PE `me`, whose agents ended because of it.
std::string what_failed_of(Pe me, const Failure& failure);

/// On the GPU that the calling thread has chosen. Throws Error(failed).
class KernelRings {
 public:
  explicit KernelRings(const ProcessPlan& plan);

  /// To each of its agents, whose contexts are known, those that it pushes to.
  void give_to(gpu::AgentsOf& agents) const;
  /// As its proxy sees it, which waits at `pushed`; `told` hears of what it writes.
  Ring<WallEnv> ring(std::uint32_t index, WallEnv::Gate& pushed, WallEnv::Gate& told) const;
  /// Once agents are at their last line: whether nothing of theirs is under way any more.
  bool are_complete() const;
  /// Why agents of PE `me` may have ended, or "".
  std::string what_failed(Pe me) const;

 private:
  const ProcessPlan& plan_;
  std::deque<gpu::CommandRing> rings_;
};

}  // namespace gin
