// One PE on a GPU: its heap there and on the host, its kernel, and who serves that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "backends/nvlink/copy_servers.hpp"
#include "core/cuda/heap.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/agreement.hpp"
#include "core/process/kernel_run.hpp"
#include "core/process/process_plan.hpp"
#include "core/process/thread_cores.hpp"
#include "core/run/wall_job.hpp"

namespace gin::nvlink {

class GpuPe {
 public:
  struct Seat {
    Pe me;
    std::uint32_t gpu = 0;
    std::string name;           ///< of the GPU
    std::uint32_t sharing = 1;  ///< PEs that have it
  };

  /// `staging`: as much host memory as a heap takes, zero; where programs fill windows and look at them afterwards.
  GpuPe(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, unsigned char* staging);
  /// Throws Error(failed).
  trace::Row run();

 private:
  std::vector<unsigned char*> make_heap();
  void make_servers(const std::vector<unsigned char*>& heaps);
  gpu::AgentsOf agents(std::vector<unsigned char*> heaps) const;

  const ProcessPlan& plan_;
  bootstrap::Member& member_;
  const Seat seat_;
  unsigned char* const staging_;
  WallWorld world_;
  Agreement agreement_;
  std::optional<gpu::Heap> heap_;
  std::optional<CopyServers> servers_;  ///< where a path asks for them
  std::optional<ThreadCores> cores_;    ///< of their threads
  std::optional<KernelRun> kernel_;
  std::optional<WallEnv> speaker_;
  WallJob job_;
};

}  // namespace gin::nvlink
