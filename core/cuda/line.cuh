// The line between iterations: no agent of any PE passes before all are there. Compiled by nvcc only.
#pragma once

#include "core/cuda/control.hpp"
#include "core/device/atomic.hpp"

namespace gin::gpu {

GIN_DEVICE inline std::uint64_t global_timer() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// Whether the host wants the kernel to end.
GIN_DEVICE inline bool is_stopped(const Control& control) {
  return load<Order::relaxed, Scope::gpu>(control.gpu->stop) != 0;
}

/// By one lane of each agent. Returns whether they go on. What agents wrote before is visible to all behind it.
GIN_DEVICE inline bool pass(const Control& control, std::uint64_t line, std::uint32_t agents) {
  // Acquire and release: whoever comes last has seen what the others wrote, and hands it on to the host and the other PEs.
  const std::uint64_t arrived = 1 + fetch_add<Order::acq_rel>(control.gpu->arrived, 1);
  if (arrived != (line + 1) * agents) {
    while (load<Order::acquire, Scope::gpu>(control.gpu->opened) <= line) {  // as said above
      if (is_stopped(control)) return false;
      __nanosleep(100);
    }
    return true;
  }
  control.times[line].reached = global_timer();
  store<Order::release>(control.host->reached, line + 1);       // as said above
  while (load<Order::acquire>(control.host->may_pass) <= line)  // as said above
    if (is_stopped(control)) return false;
  control.times[line].passed = global_timer();
  store<Order::release, Scope::gpu>(control.gpu->opened, line + 1);  // as said above
  return true;
}

/// By all lanes.
template <class Env>
GIN_DEVICE bool all_pass(Env& env, const Control& control, std::uint64_t line, std::uint32_t agents) {
  env.sync();
  bool passed = true;
  if (env.lane() == 0) passed = pass(control, line, agents);
  return env.broadcast(passed ? 1 : 0) != 0;
}

/// Leaves what an agent waits for where the host finds it, and ends this lane; the others go on without it to the end of the
/// iteration, as barriers do not count who is gone. Out of the way of every wait, which keeps `why` in registers.
[[gnu::noinline]] GIN_DEVICE inline void leave(Stand& stand, Waiting why) {
  const auto copy = [](char* to, const char* from) {
    std::uint32_t i = 0;
    for (; from[i] != 0 && i + 1 < Stand::text_max; ++i) to[i] = from[i];
    to[i] = 0;
  };
  copy(stand.call, why.call);
  copy(stand.what, why.what);
  stand.why = why;
  store<Order::release>(stand.waits, 1u);  // with it comes what is above
  asm volatile("exit;");
}

}  // namespace gin::gpu
