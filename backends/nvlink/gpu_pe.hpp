// One PE on a GPU: its heap there and on the host, its kernel, and the lines at which it meets the other PEs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cuda/agents.hpp"
#include "core/cuda/heap.hpp"
#include "core/cuda/running_kernel.hpp"
#include "core/process/agreement.hpp"
#include "core/process/process_plan.hpp"
#include "core/trace/result.hpp"

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
  void meet_at_lines(gpu::RunningKernel& kernel);
  void report_counts(trace::Row& row, const std::vector<std::uint64_t>& counted) const;
  [[noreturn]] void end(gpu::RunningKernel& kernel, const std::string& why) const;

  const ProcessPlan& plan_;
  bootstrap::Member& member_;
  const Seat seat_;
  unsigned char* const staging_;
  const HeapMap map_;
  Agreement agreement_;
  std::optional<gpu::Heap> heap_;
  std::optional<gpu::Agents> agents_;
  std::vector<std::uint64_t> counted_before_;  ///< the first measured iteration
};

}  // namespace gin::nvlink
