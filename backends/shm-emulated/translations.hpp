// A cache of translations by page that forgets the one least recently used. All its memory is taken at the start.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/units.hpp"

namespace gin::emulated {

class Translations {
 public:
  /// Of `entries` translations; 0: of none, which nobody asks.
  explicit Translations(std::uint32_t entries);

  /// When the page's translation is there, or null. It is the most recently used then.
  const Instant* find(std::uint64_t page);
  /// A page that is not cached.
  void insert(std::uint64_t page, Instant known);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Entry {
    std::uint64_t page = 0;
    Instant known;
    std::uint32_t newer = none, older = none;  // by use
    std::uint32_t next = none;                 // in the same bucket
  };
  std::uint32_t& bucket(std::uint64_t page) {
    return buckets_[(page * 0x9e3779b97f4a7c15) >> shift_];  // multiplicative: neighbours spread
  }
  void put_in_front(std::uint32_t index);
  void take_out(std::uint32_t index);
  void leave_bucket(std::uint32_t index);

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> buckets_;  // a power of two
  std::uint32_t shift_ = 63;
  std::uint32_t used_ = 0;
  std::uint32_t newest_ = none, oldest_ = none;
};

}  // namespace gin::emulated
