#include "backends/nvlink/gpu_pe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "backends/nvlink/room.hpp"
#include "core/base/error.hpp"
#include "core/cuda/counting.hpp"
#include "core/cuda/gpus.hpp"
#include "core/device/count.hpp"
#include "core/process/seat.hpp"
#include "core/run/backend.hpp"
#include "core/trace/layer.hpp"

namespace gin::nvlink {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto end_patience = 2s;     // for a kernel that was told to end
constexpr auto between_looks = 50ms;  // at a kernel that has not reached its line

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
  heap_.emplace(plan.heap.heap_bytes());
  plan.program->fill({seat_.me, staging_});
  heap_->write(staging_, plan.heap.heap_bytes());
  const std::vector<std::string> addresses = member.all_gather("heaps", heap_->address()).take();
  agents_.emplace(gpu::Ways::pointer_pointer, gpu::AgentsOf{.me = seat_.me,
                                                            .launch = plan.launch,
                                                            .contexts = plan.heap.context_count(),
                                                            .rules = plan.stack.queues,
                                                            .heap = heap_->data(),
                                                            .peers = heap_->reach(addresses, seat_.me.value)});
}

trace::Row GpuPe::run() {
  gpu::RunningKernel kernel({plan_.launch.agents, plan_.launch.iterations, plan_.launch.n_pes});
  member_.barrier("kernels");  // nothing that allocates or maps while kernels wait
  kernel.start(kernels_of(plan_), gpu::Ways::pointer_pointer, grid_of(plan_), agents_->views());
  try {
    meet_at_lines(kernel);
  } catch (const std::exception& error) {
    give_up(member_, error.what());  // now: to let go of memory waits for the kernels of others who share the GPU
    throw;
  }
  heap_->read(staging_, plan_.heap.heap_bytes());
  trace::Row row = row_for(plan_.scenario, *plan_.program);
  for (std::uint64_t i = static_cast<std::uint64_t>(plan_.scenario.measure.warmup); i < plan_.launch.iterations;
       ++i)
    row.samples_ps.push_back(kernel.between(2 * i, 2 * i + 1).count() * 1000);
  if (gpu::counting) report_counts(row, kernel.counted());
  row.layers.push_back(fmt::format("{}({})", name(trace::Layer::device), seat_.name));
  verify_windows(row, *plan_.program, plan_.heap, {{seat_.me, staging_}});
  return row;
}

/// Of the measured iterations, as in virtual time.
void GpuPe::report_counts(trace::Row& row, const std::vector<std::uint64_t>& counted) const {
  const auto more = [&](std::size_t at) { return static_cast<std::int64_t>(counted[at] - counted_before_[at]); };
  const auto of = [&](Count count) { return more(static_cast<std::size_t>(count)); };
  for (std::uint32_t i = 0; i < path_count; ++i)
    if (const auto path = static_cast<Path>(i); of(operations_by(path)) > 0)
      row.by_path.push_back({name(path), of(operations_by(path)), of(bytes_by(path))});
  for (std::uint32_t i = 0; i < counts; ++i) row.counters.push_back({name(static_cast<Count>(i)), more(i)});
  const std::uint32_t n_pes = plan_.launch.n_pes;
  row.pe_traffic = {1, std::vector(n_pes, std::vector<std::int64_t>(n_pes))};
  for (std::uint32_t pe = 0; pe < n_pes; ++pe) {
    row.pe_traffic.bytes[seat_.me.value][pe] += more(counts_in_all + pe);
    row.pe_traffic.bytes[pe][seat_.me.value] += more(counts_in_all + n_pes + pe);
  }
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
    if (now - moved > patience)
      end(kernel, fmt::format("hang: nothing has moved for {} s (launch.hang_after_s)", patience.count()));
  };
  for (std::uint64_t line = 0; line < 2 * plan_.launch.iterations; ++line) {
    while (kernel.reached() <= line) look();
    agreement_.arrive(line);
    while (!agreement_.are_there()) {
      moved = Clock::now();  // who is not there says himself that he hangs
      look();
    }
    if (gpu::counting && line == 2 * static_cast<std::uint64_t>(plan_.scenario.measure.warmup))
      counted_before_ = kernel.counted();
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
    text += fmt::format("; agent {} {}", agent,
                        stand   ? "waits in " + describe(why_of(*stand), map_)
                        : ended ? "waits for the others at a line"
                                : "runs");
  }
  if (plan_.launch.agents > shown) text += fmt::format("; and {} agents more", plan_.launch.agents - shown);
  throw Error(Code::failed, text);
}

}  // namespace gin::nvlink
