#include "models/cost/proxy.hpp"

#include "models/cost/pcie.hpp"

namespace gin::models::cost {

Served served(const ProxyPathCosts& proxy, std::int64_t ring) {
  const std::int64_t thread = ring % proxy.threads;
  return {(proxy.rings - thread + proxy.threads - 1) / proxy.threads, ring / proxy.threads};
}

ProxyPathCosts looking(const Profile& profile, ProxyPathCosts proxy) {
  proxy.poll_completions += proxy.turn;
  if (proxy.ring_memory == SharedMemory::gpu)
    proxy.poll_ring += read(profile.pcie, profile.iommu, {Device::cpu, Device::gpu}).total();
  return proxy;
}

Duration command_posted(const Profile& profile, const ProxyPathCosts& proxy) {
  // A store to the own memory is where the CPU may find it as soon as it is in the L2.
  if (proxy.ring_memory == SharedMemory::gpu) return profile.gpu.load;
  return posted_time(profile, {Device::gpu, Device::cpu});
}

Duration poll_round(const ProxyPathCosts& proxy, std::int64_t rings) {
  return proxy.poll_ring * rings + proxy.poll_completions;
}

Itemised serve(const ProxyPathCosts& proxy, std::int64_t requests) {
  return Itemised()
      .add("proxy.decode", proxy.decode)
      .add("proxy.post", proxy.post * requests)
      .add("proxy.doorbell", proxy.doorbell);
}

Itemised retire(const ProxyPathCosts& proxy) {
  return Itemised().add("proxy.complete", proxy.complete).add("proxy.publish", proxy.publish);
}

Itemised busy(const ProxyPathCosts& proxy, std::int64_t batch, std::int64_t commands) {
  const std::int64_t rounds = (commands + batch - 1) / batch;
  return Itemised()
      .add("proxy.poll_ring", proxy.poll_ring * rounds)
      .add("proxy.decode", proxy.decode * commands)
      .add("proxy.post", proxy.post * commands)
      .add("proxy.doorbell", proxy.doorbell * rounds)
      .add("proxy.poll_completions", proxy.poll_completions * rounds)
      .add("proxy.complete", proxy.complete * commands)
      .add("proxy.publish", proxy.publish * rounds);
}

Itemised credit(const Profile& profile, const ProxyPathCosts& proxy) {
  const Way to_agent = {Device::cpu, Device::gpu}, look = {Device::gpu, Device::cpu};
  return Itemised()
      .add("proxy.publish", proxy.publish)
      .add("pcie.posted_write", posted_time(profile, to_agent))
      .add("agent.credit_read", read(profile.pcie, profile.iommu, look).total());
}

}  // namespace gin::models::cost
