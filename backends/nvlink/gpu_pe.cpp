#include "backends/nvlink/gpu_pe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/cuda/gpus.hpp"
#include "core/process/seat.hpp"
#include "core/run/backend.hpp"
#include "core/trace/layer.hpp"

namespace gin::nvlink {
namespace {

/// Behind the program's windows: where GPUs meet.
std::uint64_t meeting_at(const HeapPlan& heap) {
  return (heap.heap_bytes() + 127) / 128 * 128;
}

}  // namespace

GpuPe::GpuPe(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, unsigned char* staging)
    : plan_(plan),
      member_(member),
      seat_(std::move(seat)),
      staging_(staging),
      agreement_(member, std::chrono::seconds(plan.scenario.launch.hang_after_s), world_.heap,
                 [this] { return !servers_ || servers_->are_complete(); }),
      job_(world_, *plan.program,
           {.warmup = static_cast<std::uint64_t>(plan.scenario.measure.warmup),
            .iterations = static_cast<std::uint64_t>(plan.scenario.measure.iterations),
            .patience = std::chrono::seconds(plan.scenario.launch.hang_after_s)},
           &agreement_) {
  world_.heap = plan.heap.map();
  world_.watcher = &agreement_;
  gpu::choose(seat_.gpu);
  const std::vector<unsigned char*> heaps = make_heap();
  if (plan.copy_servers() > 0) make_servers(heaps);
  kernel_.emplace(plan, member, KernelRun::Seat{seat_.me, seat_.gpu}, agents(heaps),
                  [this] { return servers_ ? servers_->what_failed() : ""; });
  job_.add_agents(speaker_.emplace(world_, WallEnv::Identity{seat_.me}), *kernel_);
}

/// Returns those of all PEs.
std::vector<unsigned char*> GpuPe::make_heap() {
  heap_.emplace(meeting_at(plan_.heap) + plan_.launch.n_pes * sizeof(gpu::Greeting));
  plan_.program->fill({seat_.me, staging_});
  heap_->write(staging_, plan_.heap.heap_bytes());
  return heap_->reach(member_.all_gather("heaps", heap_->address()).take(), seat_.me.value);
}

void GpuPe::make_servers(const std::vector<unsigned char*>& heaps) {
  cores_.emplace(member_, std::vector{gpu::gpus().at(seat_.gpu).address},
                 topology::BusyThreads{.proxies = plan_.copy_servers(), .others = 1});
  if (cores_->one_for_each()) world_.waiting = Backoff::Rules::on_own_cores();
  const std::uint32_t streams = gpu::streams_max / seat_.sharing - gpu::RunningKernel::streams;
  servers_.emplace(plan_, CopyServers::Place{seat_.me, streams}, world_, heaps);
  for (std::uint32_t i = 0; i < plan_.copy_servers(); ++i)
    job_.add_helper(
        i, [this, i] { return servers_->round(i); },
        [this, i] {
          gpu::choose(seat_.gpu);
          if (plan_.scenario.launch.pin != scenario::Pin::off) cores_->pin_proxy(i);
        });
}

gpu::AgentsOf GpuPe::agents(std::vector<unsigned char*> heaps) const {
  const std::uint32_t per_node = plan_.launch.pes_per_node;
  gpu::AgentsOf agents{.me = seat_.me,
                       .launch = plan_.launch,
                       .contexts = plan_.heap.context_count(),
                       .rules = plan_.stack.queues,
                       .heap = heap_->data(),
                       .peers = std::move(heaps),
                       .near_begin = seat_.me.value / per_node * per_node,
                       .near_count = plan_.scenario.paths.same_node == scenario::Path::pointer ? per_node : 0,
                       .meeting_at = meeting_at(plan_.heap)};
  if (servers_) servers_->give_to(agents);
  return agents;
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
  if (servers_) row.layers.push_back(fmt::format("{}(copy engines)", name(trace::Layer::device)));
  if (const std::string pinned = cores_ ? cores_->what_was_done(seat_.me) : ""; !pinned.empty())
    row.layers.push_back(pinned);
  verify_windows(row, *plan_.program, plan_.heap, {{seat_.me, staging_}});
  return row;
}

}  // namespace gin::nvlink
