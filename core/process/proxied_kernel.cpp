#include "core/process/proxied_kernel.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/memory.hpp"
#include "core/process/gpus_here.hpp"
#include "core/process/kernel_rings.hpp"
#include "core/process/kernel_room.hpp"
#include "core/process/kernel_run.hpp"
#include "core/run/apart.hpp"

namespace gin {
namespace {

/// A process per PE: those that share a GPU take turns there.
std::uint32_t gpu_of(Pe me) {
  const auto gpu = me.value % static_cast<std::uint32_t>(gpu::gpus().size());
  gpu::choose(gpu);
  return gpu;
}

class OnGpu final : public ProxiedKernel {
 public:
  OnGpu(const ProcessPlan& plan, bootstrap::Member& member, Pe me, unsigned char* heap)
      : gpu_(gpu_of(me)),
        heap_(heap, plan.heap.heap_bytes()),
        rings_(plan),
        kernel_(plan, member, {me, gpu_}, agents_of(plan, me, heap),
                [this, me] { return rings_.what_failed(me); }) {}

  AgentsElsewhere& agents() override { return kernel_; }
  Ring<WallEnv> ring(std::uint32_t index, WallEnv::Gate& pushed, WallEnv::Gate& told) const override {
    return rings_.ring(index, pushed, told);
  }
  bool are_complete() const override { return rings_.are_complete(); }
  std::string title() const override {
    return fmt::format("{}, heap in the host's memory", gpu::gpus().at(gpu_).name);
  }
  std::string address() const override { return gpu::gpus().at(gpu_).address; }
  void report(trace::Row& row) const override { kernel_.report(row); }

 private:
  gpu::AgentsOf agents_of(const ProcessPlan& plan, Pe me, unsigned char* heap) const {
    gpu::AgentsOf agents{.me = me,
                         .launch = plan.launch,
                         .contexts = plan.heap.context_count(),
                         .rules = plan.stack.queues,
                         .heap = heap,
                         .peers = std::vector<unsigned char*>(plan.launch.n_pes)};
    rings_.give_to(agents);
    return agents;
  }

  std::uint32_t gpu_;
  gpu::PinnedThere heap_;
  KernelRings rings_;
  KernelRun kernel_;
};

}  // namespace

std::unique_ptr<ProxiedKernel> make_proxied_kernel(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                                                   unsigned char* heap) {
  return std::make_unique<OnGpu>(plan, member, me, heap);
}

void refuse_kernels(const ProcessPlan& plan) {
  const std::string missing = look_for_gpus().missing;
  if (!missing.empty())
    throw Error(Code::unavailable, fmt::format("{}: launch.runs_on: gpu: {}", plan.rules.backend, missing));
  const std::string lack = apart([&] { return lack_of_room(plan, 1); });
  if (!lack.empty()) throw Error(Code::unavailable, lack);
}

}  // namespace gin
