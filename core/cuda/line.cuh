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

/// Hosts hear of each other when their threads are woken, tens of microseconds apart; of what an iteration took, that would be the
/// time for which the first GPU waits.
GIN_DEVICE inline bool meet(const Control& control, std::uint64_t line) {
  const Meeting& meeting = control.meeting;
  if (!meeting.words) return true;
  for (std::uint32_t pe = 0; pe < meeting.n_pes; ++pe)
    store<Order::relaxed>(meeting.words[pe][meeting.me], line + 1);
  for (std::uint32_t pe = 0; pe < meeting.n_pes; ++pe)
    while (load<Order::relaxed>(meeting.words[meeting.me][pe]) <= line)  // hosts have handed on what agents wrote
      if (is_stopped(control)) return false;
  return true;
}

/// By the last agent of a PE to reach a line. Returns whether they go on.
GIN_DEVICE inline bool open(const Control& control, std::uint64_t line) {
  control.times[line].reached = load<Order::relaxed, Scope::gpu>(control.gpu->latest);
  store<Order::release>(control.host->reached, line + 1);       // with what agents wrote, see pass()
  while (load<Order::acquire>(control.host->may_pass) <= line)  // with what others wrote
    if (is_stopped(control)) return false;
  if (!meet(control, line)) return false;
  constexpr std::uint64_t heard_by_all = 4'000;  // nanoseconds: every agent has looked by then
  const std::uint64_t begins = control.times[line].passed = global_timer() + heard_by_all;
  // A fence reads back what went to the host: the first one of the iteration would, for these words.
  fence_for_all<Order::acq_rel>();
  store<Order::relaxed, Scope::gpu>(control.gpu->begins, begins);
  store<Order::release, Scope::gpu>(control.gpu->opened, line + 1);
  return true;
}

/// By one lane of each agent. Returns whether they go on, all at the same instant. What agents wrote before is visible to all behind it.
GIN_DEVICE inline bool pass(const Control& control, std::uint64_t line, std::uint32_t agents) {
  // Before the fence of what follows, which is no part of an iteration.
  raise<Order::relaxed>(control.gpu->latest, global_timer());
  // Acquire and release: whoever comes last has seen what the others wrote, and hands it on to the host and the other PEs.
  const std::uint64_t arrived = 1 + fetch_add<Order::acq_rel>(control.gpu->arrived, 1);
  if (arrived == (line + 1) * agents && !open(control, line)) return false;
  while (load<Order::acquire, Scope::gpu>(control.gpu->opened) <= line)  // as said above
    if (is_stopped(control)) return false;
  const std::uint64_t begins = load<Order::relaxed, Scope::gpu>(control.gpu->begins);
  while (global_timer() < begins) {
  }
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
