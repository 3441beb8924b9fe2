// A queue of events of one actor whose times never decrease: the messages on a wire, the completions of a
// NIC. Only its head stands in the heap, which keeps the heap as small as the number of busy lanes.
#pragma once

#include "core/base/assert.hpp"
#include "core/base/fifo.hpp"
#include "core/sim/event.hpp"

namespace gin::sim {

class Lane {
 public:
  explicit Lane(ActorId cause) : cause_(cause) {}

  ActorId cause() const { return cause_; }
  bool empty() const { return events_.empty(); }
  const Event& front() const { return events_.front(); }

  void push(const Event& event) {
    GIN_ASSERT(event.key.cause == cause_);
    GIN_ASSERT(empty() || events_.back().key < event.key);
    events_.push(event);
  }
  Event pop() { return events_.pop(); }

 private:
  ActorId cause_;
  Fifo<Event> events_;
};

}  // namespace gin::sim
