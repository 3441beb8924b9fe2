// The pending events: single ones and heads of lanes, in one four-way heap (shallower than a binary heap). Keys lie
// apart from actions: the four children of a node are one cache line, and nothing else is touched on the way down.
#pragma once

#include <vector>

#include "core/sim/lane.hpp"

namespace gin::sim {

class EventHeap {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  EventKey top() const { return rank(root).key(); }

  void push(const Event& event) { insert({event.action, nullptr}, event.key); }

  /// What the next event will touch first may come into the caches while this one runs.
  void prefetch_next() const {
    if (empty()) return;
    const auto* object = static_cast<const std::byte*>(pending_[slots_[root]].action.object);
    for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(object + line * 64);
  }

  /// The lane's events keep their place in the global order; only the first takes part in the heap.
  void push(Lane& lane, const Event& event) {
    const bool first = lane.empty();
    lane.push(event);
    if (first) insert({event.action, &lane}, event.key);
  }

  Event pop() {
    const std::uint32_t slot = slots_[root];
    Pending& pending = pending_[slot];
    const Event top{rank(root).key(), pending.action};
    if (pending.lane) {
      pending.lane->pop();
      if (!pending.lane->empty()) {
        const Event& next = pending.lane->front();
        pending.action = next.action;
        settle(hole_at_the_end(), Rank(next.key), slot);
        return top;
      }
    }
    free_.push_back(slot);
    const std::size_t last = root + --size_;
    const Rank moved = rank(last);
    const std::uint32_t moved_slot = slots_[last];
    rank(last) = {};
    if (size_ > 0) settle(hole_at_the_end(), moved, moved_slot);
    return top;
  }

 private:
  /// A key in two words that compare as one number.
  struct Rank {
    Rank() = default;  ///< behind all others
    explicit Rank(const EventKey& k)
        : when(static_cast<std::uint64_t>(k.when.ps)),
          order(std::uint64_t{k.cause.value} << sequence_bits | k.sequence) {
      GIN_ASSERT(k.sequence >> sequence_bits == 0 && k.cause.value >> (64 - sequence_bits) == 0);
    }
    EventKey key() const {
      return {{static_cast<std::int64_t>(when)},
              {static_cast<std::uint32_t>(order >> sequence_bits)},
              order & ((std::uint64_t{1} << sequence_bits) - 1)};
    }
    bool operator<(const Rank& other) const {
      return (when < other.when) | ((when == other.when) & (order < other.order));
    }
    static constexpr unsigned sequence_bits = 40;
    std::uint64_t when = ~std::uint64_t{0};
    std::uint64_t order = ~std::uint64_t{0};
  };
  struct alignas(64) Siblings {
    Rank rank[4];
  };
  struct Pending {
    Action action;
    Lane* lane;
  };

  // The root stands alone as the last of the first four; the children of the node at n are the four from 4(n - 2).
  static constexpr std::size_t root = 3;
  static std::size_t children(std::size_t at) { return (at - 2) * 4; }
  static std::size_t parent(std::size_t at) { return at / 4 + 2; }

  Rank& rank(std::size_t at) { return ranks_[at / 4].rank[at % 4]; }
  const Rank& rank(std::size_t at) const { return ranks_[at / 4].rank[at % 4]; }

  void insert(const Pending& pending, const EventKey& key) {
    std::uint32_t slot;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(pending_.size());
      pending_.push_back(pending);
    } else {
      slot = free_.back();
      free_.pop_back();
      pending_[slot] = pending;
    }
    const std::size_t at = root + size_++;
    if (at >= slots_.size()) {
      // Whole families, so that a look at four children never leaves the heap.
      ranks_.resize(at / 4 + 1);
      slots_.resize(ranks_.size() * 4);
    }
    settle(at, Rank(key), slot);
  }

  /// Takes out the root and lets the smallest of its children rise, and so on: returns where nobody is now.
  std::size_t hole_at_the_end() {
    std::size_t at = root;
    const std::size_t end = root + size_;
    for (std::size_t first = children(at); first < end; first = children(at)) {
      const Siblings& all = ranks_[first / 4];
      // Places behind the end are never smaller than those before it.
      const std::size_t left = all.rank[1] < all.rank[0] ? 1 : 0;
      const std::size_t right = all.rank[3] < all.rank[2] ? 3 : 2;
      const std::size_t least = all.rank[right] < all.rank[left] ? right : left;
      rank(at) = all.rank[least];
      slots_[at] = slots_[first + least];
      at = first + least;
    }
    return at;
  }

  /// Puts an event into the hole at `at`, or further up.
  void settle(std::size_t at, const Rank& moved, std::uint32_t slot) {
    while (at != root && moved < rank(parent(at))) {
      rank(at) = rank(parent(at));
      slots_[at] = slots_[parent(at)];
      at = parent(at);
    }
    rank(at) = moved;
    slots_[at] = slot;
  }

  std::vector<Siblings> ranks_;
  std::vector<std::uint32_t> slots_;  ///< of the same places
  std::vector<Pending> pending_;      ///< by slot
  std::vector<std::uint32_t> free_;
  std::size_t size_ = 0;
};

}  // namespace gin::sim
