// The line between iterations: no agent of any PE passes before all are there. Compiled by nvcc only.
#pragma once

#include "core/cuda/meeting.cuh"

namespace gin::gpu {

/// By the last agent of a PE to reach a line. Returns whether they go on.
GIN_DEVICE inline bool open(const Control& control, std::uint64_t line) {
  control.times[line].reached = load<Order::relaxed, Scope::gpu>(control.gpu->latest);
  store<Order::release>(control.host->reached, line + 1);       // with what agents wrote, see pass()
  while (load<Order::acquire>(control.host->may_pass) <= line)  // with what others wrote
    if (is_stopped(control)) return false;
  const std::uint64_t begins = control.times[line].passed = agreed_begin(control, line);
  if (begins == 0) return false;
  // A fence reads back what went to the host: the first one of the iteration would, for these words.
  fence_for_all<Order::acq_rel>();
  store<Order::relaxed, Scope::gpu>(control.gpu->begins, begins);
  store<Order::release, Scope::gpu>(control.gpu->opened, line + 1);
  return true;
}

/// By one lane of each agent. Returns when they go on, by the global timer; 0: they do not. What agents wrote before is visible to all behind it.
GIN_DEVICE inline std::uint64_t pass(const Control& control, std::uint64_t line, std::uint32_t agents) {
  // Before the fence of what follows, which is no part of an iteration.
  raise<Order::relaxed>(control.gpu->latest, global_timer());
  // Acquire and release: whoever comes last has seen what the others wrote, and hands it on to the host and the other PEs.
  const std::uint64_t arrived = 1 + fetch_add<Order::acq_rel>(control.gpu->arrived, 1);
  if (arrived == (line + 1) * agents && !open(control, line)) return 0;
  while (load<Order::acquire, Scope::gpu>(control.gpu->opened) <= line)  // as said above
    if (is_stopped(control)) return 0;
  return load<Order::relaxed, Scope::gpu>(control.gpu->begins);
}

/// By all lanes.
template <class Env>
GIN_DEVICE bool all_pass(Env& env, const Control& control, std::uint64_t line, std::uint32_t agents) {
  env.sync();
  std::uint64_t begins = 0;
  if (env.lane() == 0) begins = pass(control, line, agents);
  begins = env.broadcast(begins);
  while (global_timer() < begins) {
  }
  return begins != 0;
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
