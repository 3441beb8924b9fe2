#include "models/cost/agent.hpp"

#include <algorithm>

#include "models/cost/pcie.hpp"

namespace gin::models::cost {

bool is_known(const Stack& stack, Handing handing) {
  const bool by_cpu = handing == Handing::proxy || handing == Handing::cpu_doorbell;
  if (by_cpu && stack.arrivals.signals == UnorderedSignals::nic_counter) return false;
  return handing != Handing::proxy || stack.arrivals.acknowledge == Acknowledge::each_look;
}

Itemised issue(const Profile& profile, const Stack& stack, Handing handing, std::int64_t requests) {
  Itemised cost;
  cost.add("agent.call", stack.call);
  if (handing == Handing::proxy) return cost.add("agent.push", stack.proxy.push);
  cost.add("agent.build", stack.gpu.build * requests).add("agent.publish", stack.gpu.publish);
  if (handing == Handing::cpu_doorbell) return cost.add("agent.note", stack.cpu_doorbell.note);
  // The lock, and a look at what has been told of.
  if (stack.gpu.doorbells == Doorbells::locked) cost.add("agent.queue_turn", profile.gpu.atomic * 2);
  return cost.add("agent.doorbell", stack.gpu.doorbell);
}

Itemised fence(const Profile& profile, FenceScope scope, Outstanding outstanding) {
  Itemised cost;
  if (scope == FenceScope::none) return cost;
  if (scope == FenceScope::device) return cost.add("agent.fence_device", profile.gpu.fence_device);
  cost.add("agent.fence_system", profile.gpu.fence_system);
  if (outstanding == Outstanding::nothing) return cost;
  if (outstanding == Outstanding::posted_writes)
    return cost.add("pcie.flush", read(profile.pcie, profile.iommu, {Device::gpu, Device::cpu}).total());
  const Duration answer = profile.nvlink.store * 2;
  return cost.add("nvlink.store_acknowledge", std::max(Duration{}, answer - profile.gpu.fence_system));
}

Itemised fenced_post(const Profile& profile, const Stack& stack, FenceScope scope, std::int64_t fences) {
  Itemised cost;
  cost.add("agent.call", stack.call).add("agent.build", stack.gpu.build);
  // The first finds the doorbell of the post before.
  for (std::int64_t i = 0; i < fences; ++i)
    cost.add(fence(profile, scope, i == 0 ? Outstanding::posted_writes : Outstanding::nothing));
  return cost.add("agent.doorbell", stack.gpu.doorbell);
}

Itemised access(const Profile& profile, Access access, Word word) {
  const GpuProfile& gpu = profile.gpu;
  const NvlinkProfile& nvlink = profile.nvlink;
  const Duration at_home = gpu.load_hbm - gpu.load, at_peer = nvlink.load_hbm - nvlink.load;
  const Duration from_hbm = word.cached ? Duration{} : std::max(Duration{}, word.remote ? at_peer : at_home);
  Itemised cost;
  switch (access) {
    case Access::load:
      cost.add(word.remote ? "nvlink.latency" : "memory.latency", word.remote ? nvlink.load : gpu.load);
      return cost.add("memory.hbm", from_hbm);
    case Access::store:
      return cost.add("nvlink.latency", word.remote ? nvlink.store : Duration{});
    case Access::release:
      return fence(profile, FenceScope::system, word.remote ? Outstanding::peer_stores : Outstanding::nothing);
    case Access::atomic:
      return word.remote ? cost.add("nvlink.latency", nvlink.store) : cost.add("agent.local_atomic", gpu.atomic);
    case Access::fetch_atomic:
      if (!word.remote) return cost.add("agent.local_atomic", gpu.atomic);
      return cost.add("nvlink.latency", std::max(nvlink.load, nvlink.store));
  }
  return cost;
}

}  // namespace gin::models::cost
