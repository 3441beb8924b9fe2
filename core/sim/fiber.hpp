// A flow of control with its own stack that runs until it parks itself.
#pragma once

#include <exception>
#include <utility>

#include "core/sim/fiber_switch.hpp"
#include "core/sim/stack_slab.hpp"

namespace gin::sim {

class Fiber {
 public:
  using Body = void (*)(void*);

  Fiber(StackSlab& slab, std::size_t stack, Body body, void* argument);
  ~Fiber() { release(self_); }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs until the body parks or ends. An exception that leaves the body comes out here.
  void resume();
  /// Called inside the body: goes back to whoever resumed it.
  void park() { switch_stacks(self_, caller_, false); }
  bool finished() const { return finished_; }

 private:
  static void entry(void* self);

  StackSlab& slab_;
  std::size_t stack_;
  Body body_;
  void* argument_;
  SwitchPoint self_;
  SwitchPoint caller_;
  std::exception_ptr thrown_;
  bool finished_ = false;
};

}  // namespace gin::sim
