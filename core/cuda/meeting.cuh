// GPUs agree on when an iteration begins. Hosts hear of each other when their threads are woken, tens of microseconds apart, and whoever
// comes last to a word sees at once what the others wrote, while they see its own a link's way later; of what an iteration took, that
// would be the time for which the first GPU waits. Compiled by nvcc only.
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

/// Waits until `is_there(word)`, and returns the word; 0 where the kernel is to end. Hosts have handed on what agents wrote.
template <class IsThere>
GIN_DEVICE std::uint64_t awaited(const Control& control, std::uint64_t& word, IsThere is_there) {
  for (;;) {
    const std::uint64_t came = load<Order::relaxed>(word);
    if (is_there(came)) return came;
    if (is_stopped(control)) return 0;
  }
}

/// Nanoseconds: every agent of a GPU has looked by then.
inline constexpr std::uint64_t heard_by_all = 4'000;

/// By PE 0. GPUs' timers run alike, and each has a zero of its own. One that is asked reads its timer half of the time after which the
/// answer is here, by a link that takes as long there as back (NTP, RFC 5905, section 8, without its second stamp).
GIN_DEVICE inline std::uint64_t told_begin(const Control& control, std::uint64_t line) {
  constexpr std::uint64_t of_a_peer = 4'000;  // nanoseconds: there and back is two thousand, and what is told one
  const Meeting& meeting = control.meeting;
  Greeting* const own = meeting.greetings[0];
  for (std::uint32_t pe = 1; pe < meeting.n_pes; ++pe)
    if (awaited(control, own[pe].line, [=](std::uint64_t lines) { return lines > line; }) == 0) return 0;
  const std::uint64_t begins = global_timer() + heard_by_all + (meeting.n_pes - 1) * of_a_peer;
  for (std::uint32_t pe = 1; pe < meeting.n_pes; ++pe) {
    Greeting& there = meeting.greetings[pe][0];
    const std::uint64_t before = load<Order::relaxed>(own[pe].time), asked = global_timer();
    store<Order::relaxed>(there.line, line + 1);
    const std::uint64_t time = awaited(control, own[pe].time, [=](std::uint64_t now) { return now != before; });
    if (time == 0) return 0;
    store<Order::relaxed>(there.time, begins + time - (asked + (global_timer() - asked) / 2));
  }
  return begins;
}

/// By the last agent of a PE to come to a line, when all PEs are there. When to begin, by the own timer; 0 where the kernel is to end.
GIN_DEVICE inline std::uint64_t agreed_begin(const Control& control, std::uint64_t line) {
  const Meeting& meeting = control.meeting;
  if (!meeting.greetings) return global_timer() + heard_by_all;
  if (meeting.me == 0) return told_begin(control, line);
  Greeting& own = meeting.greetings[meeting.me][0];
  Greeting& there = meeting.greetings[0][meeting.me];
  const std::uint64_t before = load<Order::relaxed>(own.time);
  store<Order::relaxed>(there.line, line + 1);
  if (awaited(control, own.line, [=](std::uint64_t lines) { return lines > line; }) == 0) return 0;
  store<Order::relaxed>(there.time, global_timer());
  return awaited(control, own.time, [=](std::uint64_t now) { return now != before; });
}

}  // namespace gin::gpu
