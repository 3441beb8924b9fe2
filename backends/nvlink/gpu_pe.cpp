#include "backends/nvlink/gpu_pe.hpp"

#include <fmt/format.h>

#include "core/cuda/gpus.hpp"
#include "core/process/seat.hpp"
#include "core/run/backend.hpp"
#include "core/trace/layer.hpp"

namespace gin::nvlink {

GpuPe::GpuPe(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, unsigned char* staging)
    : plan_(plan),
      member_(member),
      seat_(std::move(seat)),
      staging_(staging),
      agreement_(member, std::chrono::seconds(plan.scenario.launch.hang_after_s), world_.heap, [] { return true; }),
      job_(world_, *plan.program,
           {.warmup = static_cast<std::uint64_t>(plan.scenario.measure.warmup),
            .iterations = static_cast<std::uint64_t>(plan.scenario.measure.iterations),
            .patience = std::chrono::seconds(plan.scenario.launch.hang_after_s)},
           &agreement_) {
  world_.heap = plan.heap.map();
  world_.watcher = &agreement_;
  gpu::choose(seat_.gpu);
  heap_.emplace(plan.heap.heap_bytes());
  plan.program->fill({seat_.me, staging_});
  heap_->write(staging_, plan.heap.heap_bytes());
  const std::vector<std::string> addresses = member.all_gather("heaps", heap_->address()).take();
  const std::uint32_t per_node = plan.launch.pes_per_node;
  const gpu::AgentsOf agents{.me = seat_.me,
                             .launch = plan.launch,
                             .contexts = plan.heap.context_count(),
                             .rules = plan.stack.queues,
                             .heap = heap_->data(),
                             .peers = heap_->reach(addresses, seat_.me.value),
                             .near_begin = seat_.me.value / per_node * per_node,
                             .near_count = per_node};
  kernel_.emplace(plan, member, KernelRun::Seat{seat_.me, seat_.gpu}, agents);
  job_.add_agents(speaker_.emplace(world_, WallEnv::Identity{seat_.me}), *kernel_);
}

trace::Row GpuPe::run() {
  try {
    job_.run({});
  } catch (const std::exception& error) {
    give_up(member_, error.what());  // now: to let go of memory waits for the kernels of others who share the GPU
    throw;
  }
  heap_->read(staging_, plan_.heap.heap_bytes());
  trace::Row row = row_for(plan_.scenario, *plan_.program);
  job_.report(row);
  kernel_->report(row);
  row.layers.push_back(fmt::format("{}({})", name(trace::Layer::kernels), seat_.name));
  verify_windows(row, *plan_.program, plan_.heap, {{seat_.me, staging_}});
  return row;
}

}  // namespace gin::nvlink
