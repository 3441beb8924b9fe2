// Operations under way by slot. A slot is named to others by an id that is good for one use of it, so that an
// answer which comes twice, or for nothing, finds nobody.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/assert.hpp"

namespace gin {

template <class Entry>
class Slots {
 public:
  static constexpr unsigned slot_bits = 24, id_bits = 40;  // as wide as CpuMessage::landing

  std::uint32_t begin(const Entry& entry) {
    if (free_.empty()) grow();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    places_[slot].entry = entry;
    places_[slot].used = true;
    return slot;
  }
  Entry& at(std::uint32_t slot) {
    GIN_ASSERT(slot < places_.size() && places_[slot].used);
    return places_[slot].entry;
  }
  void end(std::uint32_t slot) {
    at(slot);
    places_[slot].used = false;
    ++places_[slot].uses;
    free_.push_back(slot);
  }

  std::uint64_t id(std::uint32_t slot) const { return std::uint64_t{places_[slot].uses} << slot_bits | slot; }
  /// Null if the use that `id` names is over, or never was. `slot` is where it is.
  Entry* find(std::uint64_t id, std::uint32_t& slot) {
    slot = static_cast<std::uint32_t>(id & ((std::uint64_t{1} << slot_bits) - 1));
    if (slot >= places_.size() || !places_[slot].used || this->id(slot) != id) return nullptr;
    return &places_[slot].entry;
  }
  std::size_t used() const { return places_.size() - free_.size(); }

 private:
  void grow() {
    GIN_ASSERT(places_.size() < std::size_t{1} << slot_bits);
    free_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.emplace_back();
  }
  struct Place {
    Entry entry;
    std::uint16_t uses = 0;  ///< wraps: an answer is not 65536 operations late
    bool used = false;
  };
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
};

}  // namespace gin
