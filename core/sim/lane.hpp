// A queue of events of one actor whose times never decrease: the messages on a wire, the completions of a
// NIC. Only its head stands in the heap, which keeps the heap as small as the number of busy lanes.
#pragma once

#include <vector>

#include "core/base/assert.hpp"
#include "core/sim/event.hpp"

namespace gin::sim {

class Lane {
 public:
  explicit Lane(ActorId cause) : cause_(cause) {}

  ActorId cause() const { return cause_; }
  bool empty() const { return count_ == 0; }
  const Event& front() const { return ring_[head_]; }

  void push(const Event& event) {
    GIN_ASSERT(event.key.cause == cause_);
    GIN_ASSERT(empty() || back().key < event.key);
    if (count_ == ring_.size()) grow();
    ring_[(head_ + count_++) & (ring_.size() - 1)] = event;
  }

  Event pop() {
    const Event event = ring_[head_];
    head_ = (head_ + 1) & (ring_.size() - 1);
    --count_;
    return event;
  }

 private:
  const Event& back() const { return ring_[(head_ + count_ - 1) & (ring_.size() - 1)]; }

  void grow() {
    std::vector<Event> larger(ring_.empty() ? 4 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[(head_ + i) & (ring_.size() - 1)];
    ring_.swap(larger);
    head_ = 0;
  }

  ActorId cause_;
  std::vector<Event> ring_;  // a power of two, or empty before first use
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gin::sim
