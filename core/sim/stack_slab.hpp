// Memory for all fiber stacks of a run, reserved at once and touched as it is used.
#pragma once

#include <cstddef>

#include "core/sim/fiber_switch.hpp"

namespace gin::sim {

class StackSlab {
 public:
  /// Reserves `count` stacks. Up to `guarded_max` of them get a guard page each (the kernel's map count ends
  /// near 32,000 guarded stacks); beyond that a canary below each stack is checked instead.
  /// Throws Error(bad_input) with a sentence when the memory cannot be reserved or `count` is over the limit.
  explicit StackSlab(std::size_t count);
  ~StackSlab();
  StackSlab(const StackSlab&) = delete;
  StackSlab& operator=(const StackSlab&) = delete;

  static constexpr std::size_t guarded_max = 8192;
  /// Fewer under g++'s thread sanitizer.
  static std::size_t count_max() { return sanitizer_limits().fibers_max; }
  /// 64 KiB, more under the address sanitizer.
  static std::size_t stack_size() { return sanitizer_limits().stack_bytes; }

  std::byte* bottom(std::size_t index) const { return base_ + index * stride_ + guard_; }
  bool canary_intact(std::size_t index) const;

 private:
  std::size_t count_;
  std::size_t guard_;
  std::size_t stride_;
  std::byte* base_ = nullptr;
};

}  // namespace gin::sim
