#include "core/sim/fiber.hpp"

#include "core/base/assert.hpp"

namespace gin::sim {

Fiber::Fiber(StackSlab& slab, std::size_t stack, Body body, void* argument)
    : slab_(slab), stack_(stack), body_(body), argument_(argument) {
  prepare(self_, slab.bottom(stack), StackSlab::stack_size(), entry, this);
}

void Fiber::entry(void* self) {
  Fiber& fiber = *static_cast<Fiber*>(self);
  try {
    fiber.body_(fiber.argument_);
  } catch (...) {
    fiber.thrown_ = std::current_exception();
  }
  fiber.finished_ = true;
  switch_stacks(fiber.self_, fiber.caller_, true);
}

void Fiber::resume() {
  GIN_ASSERT(!finished_);
  switch_stacks(caller_, self_, false);
  GIN_ASSERT(slab_.canary_intact(stack_));
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace gin::sim
