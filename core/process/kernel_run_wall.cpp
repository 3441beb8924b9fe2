#include "core/process/kernel_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/error.hpp"
#include "core/cuda/counting.hpp"
#include "core/cuda/gpus.hpp"
#include "core/device/count.hpp"
#include "core/process/kernel_room.hpp"

namespace gin {
namespace {

using namespace std::chrono_literals;

constexpr auto end_patience = 2s;     // for a kernel that was told to end
constexpr auto between_looks = 50ms;  // at a kernel that has not reached its line

/// As HeapMap's reports have it.
Waiting why_of(const gpu::Stand& stand) {
  Waiting why = stand.why;
  why.call = stand.call;
  why.what = stand.what;
  return why;
}

/// Adds to the one of that name.
template <class Entry>
Entry& entry_of(std::vector<Entry>& entries, const char* name) {
  const auto at = std::ranges::find(entries, name, &Entry::name);
  if (at != entries.end()) return *at;
  entries.push_back({name});
  return entries.back();
}

}  // namespace

KernelRun::KernelRun(const ProcessPlan& plan, bootstrap::Member& member, Seat seat, const gpu::AgentsOf& agents,
                     std::function<std::string()> what_failed)
    : plan_(plan),
      member_(member),
      seat_(seat),
      map_(plan.heap.map()),
      what_failed_(std::move(what_failed)),
      agents_(ways_of(plan), agents) {}

void KernelRun::start() {
  gpu::choose(seat_.gpu);
  kernel_.emplace(gpu::RunningKernel::Shape{plan_.launch.agents, plan_.launch.iterations, plan_.launch.n_pes,
                                            agents_.meeting()});
  member_.barrier("kernels");  // nothing that allocates or maps while kernels wait
  kernel_->start(kernels_of(plan_), ways_of(plan_), grid_of(plan_), agents_.views());
}

std::uint64_t KernelRun::reached() {
  const auto now = Clock::now();
  if (now - looked_ >= between_looks) {
    looked_ = now;
    try {
      kernel_->has_ended();
    } catch (const Error&) {
      if (const std::string why = what_failed_(); !why.empty()) throw Error(Code::failed, why);
      throw;
    }
  }
  return kernel_->reached();
}

void KernelRun::may_pass(std::uint64_t lines) {
  const auto warmup = static_cast<std::uint64_t>(plan_.scenario.measure.warmup);
  if (gpu::counting && lines == 2 * warmup + 1) counted_before_ = kernel_->counted();
  if (gpu::counting && lines == 2 * plan_.launch.iterations) counted_ = kernel_->counted();
  kernel_->may_pass(lines);
}

void KernelRun::stop() {
  if (!kernel_) return;
  try {
    kernel_->stop();
    const auto until = Clock::now() + end_patience;
    while (!(ended_ = kernel_->has_ended()) && Clock::now() < until) std::this_thread::sleep_for(1ms);
  } catch (const Error&) {
    ended_ = true;  // the GPU has failed it: nothing runs any more, and somebody says why
  }
}

std::chrono::nanoseconds KernelRun::between(std::uint64_t from, std::uint64_t to) const {
  return kernel_->between(from, to);
}

std::vector<std::string> KernelRun::places() const {
  constexpr std::uint32_t shown = 32;
  std::vector<std::string> places;
  for (std::uint32_t agent = 0; kernel_ && agent < std::min(plan_.launch.agents, shown); ++agent) {
    const auto stand = kernel_->stand(agent);
    places.push_back(stand    ? "waits in " + describe(why_of(*stand), map_)
                     : ended_ ? "waits for the others at a line"
                              : "runs");
  }
  return places;
}

void KernelRun::report(trace::Row& row) const {
  if (!gpu::counting) {
    row.by_path.clear();
    row.counters.clear();
    return;
  }
  const auto more = [&](std::size_t at) { return static_cast<std::int64_t>(counted_[at] - counted_before_[at]); };
  const auto of = [&](Count count) { return more(static_cast<std::size_t>(count)); };
  for (std::uint32_t i = 0; i < path_count; ++i)
    if (const auto path = static_cast<Path>(i); of(operations_by(path)) > 0) {
      trace::Traffic& traffic = entry_of(row.by_path, name(path));
      traffic.operations += of(operations_by(path));
      traffic.bytes += of(bytes_by(path));
    }
  for (std::uint32_t i = 0; i < counts; ++i) entry_of(row.counters, name(static_cast<Count>(i))).value += more(i);
  if (ways_of(plan_) != gpu::Ways::pointer_pointer) return;  // what proxies send is nobody's to count here
  const std::uint32_t n_pes = plan_.launch.n_pes;
  row.pe_traffic = {1, std::vector(n_pes, std::vector<std::int64_t>(n_pes))};
  for (std::uint32_t pe = 0; pe < n_pes; ++pe) {
    row.pe_traffic.bytes[seat_.me.value][pe] += more(counts_in_all + pe);
    row.pe_traffic.bytes[pe][seat_.me.value] += more(counts_in_all + n_pes + pe);
  }
}

}  // namespace gin
