// The agents of one PE as a kernel on a GPU: from its start to its end, and what it says of itself.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/bootstrap/member.hpp"
#include "core/cuda/agents.hpp"
#include "core/cuda/running_kernel.hpp"
#include "core/process/process_plan.hpp"
#include "core/run/agents_elsewhere.hpp"

namespace gin {

class KernelRun final : public AgentsElsewhere {
 public:
  struct Seat {
    Pe me;
    std::uint32_t gpu = 0;
  };
  /// `agents`: of that PE, on that GPU. `what_failed`: why agents may have ended the kernel, or "".
  KernelRun(
      const ProcessPlan& plan, bootstrap::Member& member, Seat seat, const gpu::AgentsOf& agents,
      std::function<std::string()> what_failed = [] { return ""; });

  void start() override;
  std::uint64_t reached() override;
  void may_pass(std::uint64_t lines) override;
  bool have_ended() override { return kernel_->has_ended(); }
  void stop() override;
  std::chrono::nanoseconds between(std::uint64_t from, std::uint64_t to) const override;
  std::vector<std::string> places() const override;

  /// What agents counted in the measured iterations, beside what the row has already; where kernels do not count, nothing of it can be
  /// told, and the row has no counters.
  void report(trace::Row& row) const;

 private:
  using Clock = std::chrono::steady_clock;

  const ProcessPlan& plan_;
  bootstrap::Member& member_;
  const Seat seat_;
  const HeapMap map_;
  const std::function<std::string()> what_failed_;
  gpu::Agents agents_;
  std::optional<gpu::RunningKernel> kernel_;
  Clock::time_point looked_;                   ///< whether it has failed
  bool ended_ = true;                          ///< when it was stopped
  std::vector<std::uint64_t> counted_before_;  ///< the first measured iteration
  std::vector<std::uint64_t> counted_;
};

}  // namespace gin
