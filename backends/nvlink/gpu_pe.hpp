// One PE on a GPU: its heap there and on the host, and its kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/cuda/heap.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/agreement.hpp"
#include "core/process/kernel_run.hpp"
#include "core/process/process_plan.hpp"
#include "core/run/wall_job.hpp"

namespace gin::nvlink {

class GpuPe {
 public:
  struct Seat {
    Pe me;
    std::uint32_t gpu = 0;
    std::string name;  ///< of the GPU
  };

  /// `staging`: as much host memory as a heap takes, zero; where programs fill windows and look at them afterwards.
  GpuPe(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, unsigned char* staging);
  /// Throws Error(failed).
  trace::Row run();

 private:
  const ProcessPlan& plan_;
  bootstrap::Member& member_;
  const Seat seat_;
  unsigned char* const staging_;
  WallWorld world_;
  Agreement agreement_;
  std::optional<gpu::Heap> heap_;
  std::optional<KernelRun> kernel_;
  std::optional<WallEnv> speaker_;
  WallJob job_;
};

}  // namespace gin::nvlink
