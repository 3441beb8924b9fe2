// What a NIC or an IOMMU remembers of many things, a moment for each, and forgets least recently used first: pages
// whose translation is known, connections whose context is there.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/units.hpp"

namespace gin::emulated {

class RecentlyUsed {
 public:
  /// Holds `most`; 0: none, which nobody asks. It grows with what it holds.
  explicit RecentlyUsed(std::uint32_t most) : most_(most) {
    while ((std::uint64_t{1} << (64 - shift_)) < most) --shift_;
    if (most > 0) buckets_.assign(std::size_t{1} << (64 - shift_), none);
  }

  /// The moment of `key`, or null. It is the most recently used then.
  const Instant* find(std::uint64_t key) {
    std::uint32_t index = bucket(key);
    while (index != none && entries_[index].key != key) index = entries_[index].next;
    if (index == none) return nullptr;
    take_out(index);
    put_in_front(index);
    return &entries_[index].moment;
  }
  /// A key that is not held.
  void insert(std::uint64_t key, Instant moment) {
    auto index = static_cast<std::uint32_t>(entries_.size());
    if (index < most_) {
      entries_.emplace_back();
    } else {
      index = oldest_;
      take_out(index);
      leave_bucket(index);
    }
    std::uint32_t& head = bucket(key);
    entries_[index] = {.key = key, .moment = moment, .next = head};
    head = index;
    put_in_front(index);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Remembered {
    std::uint64_t key = 0;
    Instant moment;
    std::uint32_t newer = none, older = none;  // by use
    std::uint32_t next = none;                 // in the same bucket
  };
  std::uint32_t& bucket(std::uint64_t key) {
    return buckets_[(key * 0x9e3779b97f4a7c15) >> shift_];  // multiplicative: neighbours spread
  }
  void put_in_front(std::uint32_t index) {
    Remembered& entry = entries_[index];
    entry.newer = none;
    entry.older = newest_;
    (newest_ == none ? oldest_ : entries_[newest_].newer) = index;
    newest_ = index;
  }
  void take_out(std::uint32_t index) {
    const Remembered& entry = entries_[index];
    (entry.newer == none ? newest_ : entries_[entry.newer].older) = entry.older;
    (entry.older == none ? oldest_ : entries_[entry.older].newer) = entry.newer;
  }
  void leave_bucket(std::uint32_t index) {
    std::uint32_t* at = &bucket(entries_[index].key);
    while (*at != index) at = &entries_[*at].next;
    *at = entries_[index].next;
  }

  std::uint32_t most_;
  std::vector<Remembered> entries_;
  std::vector<std::uint32_t> buckets_;  // a power of two
  std::uint32_t shift_ = 63;
  std::uint32_t newest_ = none, oldest_ = none;
};

}  // namespace gin::emulated
