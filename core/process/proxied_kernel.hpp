// The agents of one PE as a kernel whose commands proxies of this process carry out: rings lie in the host's memory, and so does the heap,
// pinned, where a NIC reaches it that knows nothing of GPUs (as NVSHMEM's heap kind SYSMEM).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/bootstrap/member.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/process_plan.hpp"
#include "core/run/agents_elsewhere.hpp"

namespace gin {

class ProxiedKernel {
 public:
  virtual ~ProxiedKernel() = default;
  virtual AgentsElsewhere& agents() = 0;
  /// As its proxy sees it, which waits at `pushed`; `told` hears of what it writes.
  virtual Ring<WallEnv> ring(std::uint32_t index, WallEnv::Gate& pushed, WallEnv::Gate& told) const = 0;
  /// Once its agents are at their last line: whether nothing of theirs is under way any more.
  virtual bool are_complete() const = 0;
  /// What it runs on, for people.
  virtual std::string title() const = 0;
  /// Of the GPU, on PCI.
  virtual std::string address() const = 0;
  /// See KernelRun.
  virtual void report(trace::Row& row) const = 0;
};

/// `heap`: that PE's, which outlives it. Throws Error(failed).
std::unique_ptr<ProxiedKernel> make_proxied_kernel(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                                                   unsigned char* heap);
/// Throws Error(unavailable) with a sentence where such a kernel cannot run here. Called while this process has one thread.
void refuse_kernels(const ProcessPlan& plan);

}  // namespace gin
