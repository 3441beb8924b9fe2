#include "backends/shm-emulated/machine_of.hpp"

#include <algorithm>

namespace gin::emulated {
namespace {

models::Overrides overrides(const std::vector<scenario::Override>& from) {
  models::Overrides out;
  for (const scenario::Override& one : from) out.emplace_back(one.path, one.number);
  return out;
}

/// What is inlined: the library's own limit, the NIC's, and what a work request has room for.
std::uint64_t inline_max(Bytes library, const models::NicProfile& nic) {
  const auto room = static_cast<std::int64_t>(WorkRequest::inline_bytes);
  return static_cast<std::uint64_t>(std::min({library.count, nic.inline_max.count, room}));
}

}  // namespace

Models::Models(const scenario::Scenario& s)
    : profile(models::load_profile(s.cluster.profile, overrides(s.profile_overrides))),
      stack(models::load_stack(s.stack, overrides(s.stack_overrides))) {}

Machine machine_of(const Models& m, scenario::Scope scope) {
  const models::GpuProfile& gpu = m.profile.gpu;
  const models::NvlinkProfile& nvlink = m.profile.nvlink;
  const models::GpuPathCosts& direct = m.stack.gpu;
  const models::ProxyPathCosts& proxy = m.stack.proxy;
  Machine machine;
  machine[Cost::call] = m.stack.call;
  machine[Cost::word_poll] = gpu.load;
  machine[Cost::local_atomic] = gpu.atomic;
  machine[Cost::fence_system] = gpu.fence_system;
  machine[Cost::gpu_build] = direct.build;
  machine[Cost::gpu_publish] = direct.publish;
  machine[Cost::gpu_doorbell] = direct.doorbell;
  machine[Cost::gpu_poll] = direct.poll;
  machine[Cost::proxy_push] = proxy.push;
  machine[Cost::proxy_credit_read] = m.profile.pcie.gpu_read_host;
  machine[Cost::proxy_poll] = proxy.poll;
  machine[Cost::proxy_poll_ring] = proxy.poll_ring;
  machine[Cost::proxy_decode] = proxy.decode;
  machine[Cost::proxy_post] = proxy.post;
  machine[Cost::proxy_doorbell] = proxy.doorbell;
  machine[Cost::proxy_poll_completions] = proxy.poll_completions;
  machine[Cost::proxy_complete] = proxy.complete;
  machine[Cost::proxy_publish] = proxy.publish;
  machine.memory = {gpu.l2_size, gpu.load, gpu.load_hbm, gpu.l2, gpu.hbm};
  machine.link = {nvlink.load, nvlink.store, nvlink.read, nvlink.write};
  machine.posted = m.profile.pcie.posted;
  const Bytes in_flight[] = {gpu.in_flight_thread, gpu.in_flight_warp, gpu.in_flight_block};
  machine.in_flight = in_flight[static_cast<std::uint32_t>(scope)];
  machine.get_in_flight = {std::max<std::int64_t>(1, machine.in_flight.count * gpu.get_in_flight_percent / 100)};
  return machine;
}

NicModel nic_of(const Models& m) {
  return {m.profile.pcie, m.profile.nic, m.profile.wire};
}

QueueRules queue_rules_of(const Models& m) {
  constexpr QueueMap maps[] = {QueueMap::single, QueueMap::by_agent, QueueMap::round_robin};
  QueueRules rules;
  rules.per_peer = static_cast<std::uint32_t>(m.stack.queues.per_peer);
  rules.map = maps[static_cast<std::uint32_t>(m.stack.queues.map)];
  rules.quiet_polls_all = m.stack.queues.quiet == models::QuietScope::configured;
  rules.strong_signals = m.stack.strong_signals;
  rules.doorbell_batch = static_cast<std::uint32_t>(m.stack.gpu.doorbell_batch);
  rules.inline_max = inline_max(m.stack.gpu.inline_max, m.profile.nic);
  return rules;
}

ProxyRules proxy_rules_of(const Models& m) {
  const models::ProxyPathCosts& proxy = m.stack.proxy;
  return {proxy.credit == models::Credit::completion, static_cast<std::uint32_t>(proxy.doorbell_batch),
          static_cast<std::uint32_t>(proxy.budget_operations),
          static_cast<std::uint64_t>(proxy.budget_bytes.count)};
}

CpuFabric::Rules cpu_rules_of(const Models& m) {
  return {static_cast<std::uint32_t>(m.stack.queues.per_peer), static_cast<std::uint32_t>(m.stack.proxy.threads),
          inline_max(m.stack.proxy.inline_max, m.profile.nic), m.profile.nic.blueflame != 0};
}

}  // namespace gin::emulated
