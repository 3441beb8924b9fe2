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
  explicit RecentlyUsed(std::uint32_t most);

  /// The moment of `key`, or null. It is the most recently used then.
  const Instant* find(std::uint64_t key);
  /// A key that is not held.
  void insert(std::uint64_t key, Instant moment);

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
  void put_in_front(std::uint32_t index);
  void take_out(std::uint32_t index);
  void leave_bucket(std::uint32_t index);

  std::uint32_t most_;
  std::vector<Remembered> entries_;
  std::vector<std::uint32_t> buckets_;  // a power of two
  std::uint32_t shift_ = 63;
  std::uint32_t newest_ = none, oldest_ = none;
};

}  // namespace gin::emulated
