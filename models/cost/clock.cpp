#include "models/cost/clock.hpp"

namespace gin::models::cost {
namespace {

Duration part(Duration whole, std::int64_t of, std::int64_t all) {
  return {static_cast<std::int64_t>(static_cast<__int128>(whole.ps) * of / all)};
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

Itemised gpu_issue(const Stack& stack, const GpuProfile& gpu) {
  Itemised sum;
  for (const Duration step : {stack.call, stack.gpu.build, stack.gpu.publish, stack.gpu.doorbell})
    sum.add(by_sm(step, stack.agent, gpu));
  return sum;
}

Itemised proxy_issue(const Stack& stack, const GpuProfile& gpu) {
  Itemised sum;
  for (const Duration step : {stack.call, stack.proxy.push}) sum.add(by_sm(step, stack.agent, gpu));
  return sum;
}

}  // namespace gin::models::cost
