#include "backends/nvlink/gpu_pe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"
#include "core/run/backend.hpp"
#include "core/trace/layer.hpp"

namespace gin::nvlink {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t scratch_bytes = 16 << 10;  // of an agent; so many of them share an SM's 227 KiB
constexpr auto end_patience = 2s;                  // for a kernel that was told to end
constexpr auto between_looks = 50ms;               // at a kernel that has not reached its line

const gpu::Kernels& kernels_of(const ProcessPlan& plan) {
  if (const auto* const kernels = dynamic_cast<const gpu::Kernels*>(plan.program.get())) return *kernels;
  throw Error(Code::unavailable,
              fmt::format("nvlink: program {}: expected its kernels, came none; build it where nvcc is",
                          plan.program->name()));
}

/// As HeapMap's reports have it.
Waiting why_of(const gpu::Stand& stand) {
  Waiting why = stand.why;
  why.call = stand.call;
  why.what = stand.what;
  return why;
}

}  // namespace

GpuPe::GpuPe(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, unsigned char* staging)
    : plan_(plan),
      member_(member),
      seat_(std::move(seat)),
      staging_(staging),
      map_(plan.heap.map()),
      agreement_(member, std::chrono::seconds(plan.scenario.launch.hang_after_s), map_, [] { return true; }) {
  gpu::choose(seat_.gpu);
  refuse_what_has_no_room(kernels_of(plan));
  heap_.emplace(plan.heap.heap_bytes());
  plan.program->fill({seat_.me, staging_});
  heap_->write(staging_, plan.heap.heap_bytes());
  const std::vector<std::string> addresses = member.all_gather("heaps", heap_->address()).take();
  agents_.emplace(gpu::Ways::pointer_pointer, gpu::AgentsOf{.me = seat_.me,
                                                            .launch = plan.launch,
                                                            .lanes = plan.launch.lanes,
                                                            .contexts = plan.heap.context_count(),
                                                            .rules = plan.stack.queues,
                                                            .heap = heap_->data(),
                                                            .peers = heap_->reach(addresses, seat_.me.value)});
}

gpu::Grid GpuPe::grid() const {
  return {.blocks = plan_.launch.agents,
          .agents_per_block = 1,
          .lanes = plan_.launch.lanes,
          .scratch_bytes = scratch_bytes};
}

/// Agents wait for each other, so all of them have to be there at once.
void GpuPe::refuse_what_has_no_room(const gpu::Kernels& kernels) const {
  const gpu::Room room = kernels.room(gpu::Ways::pointer_pointer, grid());
  if (room.blocks_at_once == 0)
    throw Error(
        Code::unavailable,
        fmt::format(
            "nvlink: launch.scope: expected at most {} threads of an agent, since the kernel of {} takes {} registers, "
            "came {}; use another scope",
            room.lanes_max, plan_.program->name(), room.registers, plan_.launch.lanes));
  const std::uint32_t most = room.blocks_at_once * gpu::gpus().at(seat_.gpu).multiprocessors / seat_.sharing;
  if (plan_.launch.agents > most)
    throw Error(
        Code::unavailable,
        fmt::format(
            "nvlink: launch.agents: expected at most {} of a PE, all of which are on GPU {} with those of {} PEs at "
            "once, came {}; use fewer agents, or more GPUs",
            most, seat_.gpu, seat_.sharing, plan_.launch.agents));
}

trace::Row GpuPe::run() {
  gpu::RunningKernel kernel(plan_.launch.agents, plan_.launch.iterations);
  member_.barrier("kernels");  // nothing that allocates or maps while kernels wait
  kernel.start(kernels_of(plan_), gpu::Ways::pointer_pointer, grid(), agents_->views());
  meet_at_lines(kernel);
  heap_->read(staging_, plan_.heap.heap_bytes());
  trace::Row row = row_for(plan_.scenario, *plan_.program);
  for (std::uint64_t i = static_cast<std::uint64_t>(plan_.scenario.measure.warmup); i < plan_.launch.iterations;
       ++i)
    row.samples_ps.push_back(kernel.between(2 * i, 2 * i + 1).count() * 1000);
  row.layers.push_back(fmt::format("{}({})", name(trace::Layer::device), seat_.name));
  verify_windows(row, *plan_.program, plan_.heap, {{seat_.me, staging_}});
  return row;
}

void GpuPe::meet_at_lines(gpu::RunningKernel& kernel) {
  const auto patience = std::chrono::seconds(plan_.scenario.launch.hang_after_s);
  auto moved = Clock::now();
  auto looked = moved;
  const auto look = [&] {
    const auto now = Clock::now();
    if (now - looked < between_looks) return;
    looked = now;
    kernel.has_ended();  // or has failed
    if (member_.aborted()) end(kernel, member_.abort_reason());
    if (now - moved > patience) end(kernel, fmt::format("nothing has moved for {} s", patience.count()));
  };
  for (std::uint64_t line = 0; line < 2 * plan_.launch.iterations; ++line) {
    while (kernel.reached() <= line) look();
    agreement_.arrive(line);
    while (!agreement_.are_there()) look();
    kernel.may_pass(line + 1);
    moved = Clock::now();
  }
  while (!kernel.has_ended()) std::this_thread::sleep_for(1ms);
}

void GpuPe::end(gpu::RunningKernel& kernel, const std::string& why) const {
  std::string text = why;
  kernel.stop();
  const auto until = Clock::now() + end_patience;
  bool ended = kernel.has_ended();
  while (!ended && Clock::now() < until) {
    std::this_thread::sleep_for(1ms);
    ended = kernel.has_ended();
  }
  constexpr std::uint32_t shown = 32;
  for (std::uint32_t agent = 0; agent < std::min(plan_.launch.agents, shown); ++agent) {
    const auto stand = kernel.stand(agent);
    text += fmt::format("\n  PE {} agent {} {}", seat_.me.value, agent,
                        stand   ? "waits in " + describe(why_of(*stand), map_)
                        : ended ? "waits for the others at a line"
                                : "runs");
  }
  if (plan_.launch.agents > shown) text += fmt::format("\n  and {} agents more", plan_.launch.agents - shown);
  throw Error(Code::failed, text);
}

}  // namespace gin::nvlink
