#include "core/process/proxied_kernel.hpp"

#include <fmt/format.h>

#include <deque>

#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/memory.hpp"
#include "core/cuda/ring.hpp"
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
      : me_(me),
        gpu_(gpu_of(me)),
        heap_(heap, plan.heap.heap_bytes()),
        kernel_(plan, member, {me, gpu_}, agents_of(plan, heap), [this] { return what_failed(); }) {}

  AgentsElsewhere& agents() override { return kernel_; }
  Ring<WallEnv> ring(std::uint32_t index, WallEnv::Gate& pushed, WallEnv::Gate& told) const override {
    Ring<WallEnv> ring = rings_[index].ring<WallEnv>();
    ring.pushed = &pushed;
    ring.credit = ring.completion = &told;
    return ring;
  }
  bool are_complete() const override {
    for (const gpu::CommandRing& ring : rings_)
      if (!ring.is_complete()) return false;
    return true;
  }
  std::string title() const override {
    return fmt::format("{}, heap in the host's memory", gpu::gpus().at(gpu_).name);
  }
  std::string address() const override { return gpu::gpus().at(gpu_).address; }
  void report(trace::Row& row) const override { kernel_.report(row); }

 private:
  gpu::AgentsOf agents_of(const ProcessPlan& plan, unsigned char* heap) {
    const std::uint32_t start = plan.scenario.test.start_near_wrap ? 0xffffffff - 20 : 0;
    for (std::uint32_t i = 0; i < plan.stack.rings; ++i) rings_.emplace_back(plan.stack.ring_slots, start);
    gpu::AgentsOf agents{.me = me_,
                         .launch = plan.launch,
                         .contexts = plan.heap.context_count(),
                         .rules = plan.stack.queues,
                         .heap = heap,
                         .peers = std::vector<unsigned char*>(plan.launch.n_pes),
                         .rings_per_context = rings_of_agent(plan.stack)};
    const std::uint32_t of_agent = agents.contexts * agents.rings_per_context;
    for (std::uint32_t agent = 0; agent < plan.launch.agents; ++agent)
      for (std::uint32_t at = 0; at < of_agent; ++at)
        agents.rings.push_back(&rings_[ring_at(plan.stack, agent, agents.contexts, at)]);
    return agents;
  }

  std::string what_failed() const {
    for (const gpu::CommandRing& ring : rings_) {
      const Failure failure = unpack_failure(load<Order::acquire>(ring.answers().failure));
      if (failure.status != CompletionStatus::ok)
        return fmt::format(
            "PE {}: expected what its agents issued to complete, got \"{}\" from PE {}; a call with a deadline returns "
            "Status::failed instead, and the program may go on",
            me_.value, name(failure.status), failure.peer.value);
    }
    return "";
  }

  Pe me_;
  std::uint32_t gpu_;
  gpu::PinnedThere heap_;
  std::deque<gpu::CommandRing> rings_;
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
