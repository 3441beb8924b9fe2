#include "models/cost/clock.hpp"

namespace gin::models::cost {
namespace {

Duration part(Duration whole, std::int64_t of, std::int64_t all) {
  return {saturated::from(static_cast<__int128>(whole.ps) * of / all)};
}

}  // namespace

Itemised by_sm(Duration told, const AgentRules& stack, const GpuProfile& gpu) {
  const Duration cycles = part(told, stack.cycles_percent, 100);
  return Itemised()
      .add("agent.cycles", part(cycles, stack.clock_hz, gpu.clock_hz))
      .add("agent.memory", told - cycles);
}

Itemised by_cpu(Duration warm, const HostProfile& host) {
  Itemised sum;
  sum.add("cpu.warm", warm);
  if (host.clock == CpuClock::cold) sum.add("cpu.cold", part(warm, host.cold_percent, 100) - warm);
  return sum;
}

Stack at_clocks(Stack stack, const Profile& profile) {
  GpuPathCosts& gpu = stack.gpu;
  ProxyPathCosts& proxy = stack.proxy;
  for (Duration* step : {&stack.call, &stack.wait_return, &gpu.build, &gpu.publish, &gpu.doorbell, &gpu.joint,
                         &gpu.poll, &stack.cpu_doorbell.note, &proxy.push, &proxy.poll})
    *step = by_sm(*step, stack.agent, profile.gpu).total();
  ArrivalCosts& arrivals = stack.arrivals;
  HostCosts& host = stack.host;
  for (Duration* step :
       {&stack.cpu_doorbell.poll, &stack.cpu_doorbell.ring, &proxy.poll_ring, &proxy.decode, &proxy.post,
        &proxy.doorbell, &proxy.poll_completions, &proxy.turn, &proxy.complete, &proxy.publish, &arrivals.handle,
        &arrivals.apply, &arrivals.match, &host.call, &host.group, &host.post, &host.doorbell, &host.poll})
    *step = by_cpu(*step, profile.host).total();
  return stack;
}

}  // namespace gin::models::cost
