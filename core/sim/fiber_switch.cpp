#include "core/sim/fiber_switch.hpp"

#include <cstdlib>

#if !defined(__has_feature)
#define __has_feature(sanitizer) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define GIN_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define GIN_TSAN 1
#endif

#if GIN_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if GIN_TSAN
extern "C" {
void* __tsan_get_current_fiber(void);
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}
#endif

namespace gin::sim {
namespace {

// An instrumented function would push itself onto the shadow call stack of one flow and pop from the other's.
#define GIN_UNINSTRUMENTED __attribute__((noinline, no_sanitize("thread"), no_sanitize("address")))

struct Handover {
  SwitchPoint* from;
  SwitchPoint* to;
};

GIN_UNINSTRUMENTED void arrive(boost::context::detail::transfer_t transfer) {
  const Handover handover = *static_cast<Handover*>(transfer.data);
  handover.from->handle = transfer.fctx;
#if GIN_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &handover.from->stack_bottom, &handover.from->stack_size);
#endif
  handover.to->entry(handover.to->argument);
  std::abort();
}

}  // namespace

SanitizerLimits sanitizer_limits() {
#if GIN_TSAN && !defined(__clang__)
  return {64 << 10, 8'000};  // libtsan of g++ 12 ends at 8,128 contexts
#elif GIN_ASAN
  return {256 << 10, 65'536};
#else
  return {64 << 10, 65'536};
#endif
}

GIN_UNINSTRUMENTED void switch_stacks(SwitchPoint& from, SwitchPoint& to, bool last) {
#if GIN_TSAN
  from.tsan_fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
#if GIN_ASAN
  __sanitizer_start_switch_fiber(last ? nullptr : &from.fake_stack, to.stack_bottom, to.stack_size);
#endif
  static_cast<void>(last);
  Handover out{&from, &to};
  const auto back = boost::context::detail::jump_fcontext(to.handle, &out);
  static_cast<Handover*>(back.data)->from->handle = back.fctx;
#if GIN_ASAN
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

void prepare(SwitchPoint& point, std::byte* bottom, std::size_t bytes, void (*entry)(void*), void* argument) {
  point = {.stack_bottom = bottom, .stack_size = bytes, .entry = entry, .argument = argument};
#if GIN_TSAN
  point.tsan_fiber = __tsan_create_fiber(0);
#endif
  point.handle = boost::context::detail::make_fcontext(bottom + bytes, bytes, arrive);
}

void release(SwitchPoint& point) {
#if GIN_ASAN
  // A flow that never ended leaves its frames poisoned, and unmapping memory does not clean them.
  if (point.stack_bottom) __asan_unpoison_memory_region(point.stack_bottom, point.stack_size);
#endif
#if GIN_TSAN
  if (point.tsan_fiber) __tsan_destroy_fiber(point.tsan_fiber);
#endif
  point = {};
}

}  // namespace gin::sim
