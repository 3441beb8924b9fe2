// The pending events: single ones and heads of lanes, in one four-way heap (shallower than a binary heap,
// and its four children share two cache lines).
#pragma once

#include <vector>

#include "core/sim/lane.hpp"

namespace gin::sim {

class EventHeap {
 public:
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const EventKey& top() const { return entries_.front().event.key; }

  void push(const Event& event) { insert({event, nullptr}); }

  /// The lane's events keep their place in the global order; only the first takes part in the heap.
  void push(Lane& lane, const Event& event) {
    const bool first = lane.empty();
    lane.push(event);
    if (first) insert({event, &lane});
  }

  Event pop() {
    const Entry top = entries_.front();
    if (top.lane) {
      top.lane->pop();
      if (!top.lane->empty()) {
        entries_.front().event = top.lane->front();
        sink(0);
        return top.event;
      }
    }
    entries_.front() = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(0);
    return top.event;
  }

 private:
  struct Entry {
    Event event;
    Lane* lane;
  };

  void insert(const Entry& entry) {
    std::size_t at = entries_.size();
    entries_.push_back(entry);
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (entries_[parent].event.key < entry.event.key) break;
      entries_[at] = entries_[parent];
      at = parent;
    }
    entries_[at] = entry;
  }

  void sink(std::size_t at) {
    const Entry entry = entries_[at];
    for (;;) {
      const std::size_t first = at * 4 + 1;
      if (first >= entries_.size()) break;
      std::size_t least = first;
      const std::size_t end = first + 4 < entries_.size() ? first + 4 : entries_.size();
      for (std::size_t child = first + 1; child < end; ++child)
        if (entries_[child].event.key < entries_[least].event.key) least = child;
      if (entry.event.key < entries_[least].event.key) break;
      entries_[at] = entries_[least];
      at = least;
    }
    entries_[at] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace gin::sim
