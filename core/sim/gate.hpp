// What waiters wait on: an event count. A waiter observes the count, looks at the state, then idles; if the
// count moved in between, idling returns at once, so no wake-up falls through.
#pragma once

#include <cstdint>

#include "core/sim/event.hpp"

namespace gin::sim {

/// A link in a gate's list of those parked on it; lives with the waiter.
struct Waiter {
  Waiter* next = nullptr;
  Waiter* previous = nullptr;  // of the first: the last, so that a gate needs one pointer and parking no walk
  Waiter** first = nullptr;    // the gate's; null while not parked
  Action woken;                // run, in order of parking, when the gate is notified

  void unlink() {
    if (next)
      next->previous = previous;
    else
      (*first)->previous = previous;
    if (*first == this)
      *first = next;
    else
      previous->next = next;
    first = nullptr;
    next = nullptr;
  }
};

class Gate {
 public:
  Gate() = default;
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  std::uint64_t observe() const { return count_; }
  bool has_waiters() const { return first_ != nullptr; }

  void park(Waiter& waiter) {
    waiter.next = nullptr;
    waiter.first = &first_;
    waiter.previous = first_ ? first_->previous : &waiter;
    if (first_)
      first_->previous->next = &waiter;
    else
      first_ = &waiter;
    first_->previous = &waiter;
  }

  void notify() {
    ++count_;
    while (first_) {
      Waiter& waiter = *first_;
      waiter.unlink();
      waiter.woken.run(waiter.woken.object, waiter.woken.argument);
    }
  }

 private:
  std::uint64_t count_ = 0;
  Waiter* first_ = nullptr;
};

}  // namespace gin::sim
