#include "backends/nvlink/copy_servers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin::nvlink {
namespace {

constexpr std::uint32_t depth_max = 1024;  // slots are all in memory, pinned

}  // namespace

CopyServers::CopyServers(const ProcessPlan& plan, const Place& place, WallWorld& world,
                         const std::vector<unsigned char*>& heaps)
    : plan_(plan), me_(place.me) {
  const std::uint32_t streams = std::clamp(place.streams / plan.copy_servers(), 1u, plan.launch.n_pes);
  if (plan.posts()) {
    const std::uint64_t first = plan.scenario.test.start_near_wrap ? 0xfffe : 0;
    queues_.emplace(plan.launch.n_pes * plan.queues_per_peer(), std::min(plan.stack.queue_depth, depth_max), first);
    Served& served = served_.emplace_back(*this, world, heaps, streams);
    served.nic.emplace(served.engine, queues_->all(), plan.scenario.test.refuse_request);
    return;
  }
  rings_.emplace(plan);
  for (std::uint32_t i = 0; i < plan.stack.proxies; ++i)
    serve_rings(served_.emplace_back(*this, world, heaps, streams), i);
}

void CopyServers::serve_rings(Served& served, std::uint32_t index) {
  served.fabric.emplace(served.engine, plan_.launch.n_pes, plan_.scenario.test.refuse_request);
  std::vector<Ring<WallEnv>> rings;
  for (std::uint32_t ring = index; ring < plan_.stack.rings; ring += plan_.stack.proxies)
    rings.push_back(rings_->ring(ring, served.pushed.emplace_back(), told_));
  served.proxy.emplace(served.env, *served.fabric, std::move(rings), told_, plan_.stack.proxy);
}

void CopyServers::give_to(gpu::AgentsOf& agents) const {
  if (rings_) rings_->give_to(agents);
  if (!queues_) return;
  agents.queues = queues_->all();
  agents.queues_per_peer = plan_.queues_per_peer();
}

bool CopyServers::round(std::uint32_t index) {
  Served& served = served_[index];
  return served.proxy ? served.proxy->round() : served.nic->round();
}

bool CopyServers::are_complete() const {
  return rings_ ? rings_->are_complete() : queues_->are_complete();
}

std::string CopyServers::what_failed() const {
  if (rings_) return rings_->what_failed(me_);
  for (std::uint32_t i = 0; i < queues_->all().size(); ++i)
    if (const CompletionStatus status = PinnedQueueFormat::status(queues_->all()[i]);
        status != CompletionStatus::ok)
      return what_failed_of(me_, {status, Pe{i / plan_.queues_per_peer()}});
  return "";
}

}  // namespace gin::nvlink
