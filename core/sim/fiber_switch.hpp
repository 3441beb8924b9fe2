// The switch between two stacks, with what the sanitizers need to know about it. The only place in core/sim
// that asks which compiler or sanitizer is at work.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace gin::sim {

/// Where a suspended flow of control goes on.
struct SwitchPoint {
  boost::context::detail::fcontext_t handle = nullptr;
  const void* stack_bottom = nullptr;  // address sanitizer: the stack that belongs to this flow
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;      // address sanitizer: its shadow frames while suspended
  void* tsan_fiber = nullptr;      // thread sanitizer: its view of this flow
  void (*entry)(void*) = nullptr;  // what the first switch calls; must not return
  void* argument = nullptr;
};

/// What a sanitizer changes about fibers.
struct SanitizerLimits {
  std::size_t stack_bytes;
  std::size_t fibers_max;
};
SanitizerLimits sanitizer_limits();

/// Suspends the running flow into `from` and continues `to`. With `last`, `from` never runs again.
void switch_stacks(SwitchPoint& from, SwitchPoint& to, bool last);

/// Prepares `point` so that the first switch to it calls `entry(argument)` on the given stack. `entry` must
/// end in a switch with `last`.
void prepare(SwitchPoint& point, std::byte* bottom, std::size_t bytes, void (*entry)(void*), void* argument);
void release(SwitchPoint& point);

}  // namespace gin::sim
