#include "backends/nvlink/gpu_carrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "backends/nvlink/gpu_pe.hpp"
#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/running_kernel.hpp"
#include "core/process/gpus_here.hpp"
#include "core/process/kernel_room.hpp"
#include "core/process/pe_threads.hpp"
#include "core/run/apart.hpp"

namespace gin::nvlink {
namespace {

class GpuCarrier final : public Carrier {
 public:
  void prepare(const WirePlace&) override {
    if (const std::string why = missing(); !why.empty()) throw Error(Code::unavailable, "nvlink: " + why);
  }
  std::string missing() override { return there().missing; }
  std::string details() override {
    std::string text;
    for (const std::string& gpu : there().names) text += gpu + ", ";
    return text + there().links + (there().apart.empty() ? "" : "; " + there().apart);
  }
  void refuse(const ProcessPlan& plan) override {
    if (processes(plan) > there().joined) throw Error(Code::unavailable, "nvlink: " + there().apart);
    const PeRange first = pes_of_process(0, processes(plan), plan.launch.n_pes);
    const std::uint32_t sharing = first.end - first.begin;
    gpu::ask_for_streams(sharing * (gpu::RunningKernel::streams + plan.copy_servers()));
    const std::string lack = apart([&] { return lack_of_room(plan, sharing); });
    if (!lack.empty()) throw Error(Code::unavailable, lack);
  }
  std::uint32_t processes(const ProcessPlan& plan) override {
    return std::min(plan.launch.n_pes, static_cast<std::uint32_t>(there().names.size()));
  }
  trace::Row run_pe(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                    const SymmetricHeaps* heaps) override {
    const std::uint32_t used = processes(plan);
    const std::uint32_t gpu = process_of(me.value, used, plan.launch.n_pes);
    const PeRange there_too = pes_of_process(gpu, used, plan.launch.n_pes);
    const GpuPe::Seat seat{me, gpu, there().names.at(gpu), there_too.end - there_too.begin};
    GpuPe pe(plan, member, seat, heaps->of(me.value));
    return pe.run();
  }

 private:
  const GpusHere& there() {
    if (!found_) found_ = look_for_gpus();
    return *found_;
  }

  std::optional<GpusHere> found_;
};

}  // namespace

std::unique_ptr<Carrier> make_gpu_carrier() {
  return std::make_unique<GpuCarrier>();
}

}  // namespace gin::nvlink
