// Operations under way by slot. A slot is named to others by an id that is good for one use of it, so that an
// answer which comes twice, or for nothing, finds nobody; where several threads answer for each other, by one that says
// whose it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/assert.hpp"

namespace gin {

inline constexpr unsigned slot_bits = 24, id_bits = 40;  // as wide as CpuMessage::landing

/// Whose slot an id names, of threads that answer for each other.
constexpr std::uint32_t thread_in(std::uint64_t slot_id) {
  return static_cast<std::uint32_t>(slot_id >> slot_bits);
}

template <class Entry>
class Slots {
 public:
  std::uint32_t begin(const Entry& entry) {
    if (free_.empty()) grow();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot].entry = entry;
    slots_[slot].used = true;
    return slot;
  }
  Entry& at(std::uint32_t slot) {
    GIN_ASSERT(slot < slots_.size() && slots_[slot].used);
    return slots_[slot].entry;
  }
  void end(std::uint32_t slot) {
    at(slot);
    slots_[slot].used = false;
    ++slots_[slot].uses;
    free_.push_back(slot);
  }

  /// From now on ids say that they are of this thread.
  void belong_to(std::uint32_t thread) {
    GIN_ASSERT(thread < 1u << (id_bits - slot_bits));
    thread_ = thread;
  }
  std::uint64_t id(std::uint32_t slot) const {
    return std::uint64_t{thread_.value_or(slots_[slot].uses)} << slot_bits | slot;
  }
  /// Null if the use that `id` names is over, or never was. `slot` is where it is.
  Entry* find(std::uint64_t id, std::uint32_t& slot) {
    slot = static_cast<std::uint32_t>(id & ((std::uint64_t{1} << slot_bits) - 1));
    if (slot >= slots_.size() || !slots_[slot].used || this->id(slot) != id) return nullptr;
    return &slots_[slot].entry;
  }
  std::size_t used() const { return slots_.size() - free_.size(); }
  template <class Each>
  void each(Each each) const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].used) each(i, slots_[i].entry);
  }

 private:
  void grow() {
    GIN_ASSERT(slots_.size() < std::size_t{1} << slot_bits);
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  struct Slot {
    Entry entry;
    std::uint16_t uses = 0;  ///< wraps: an answer is not 65536 operations late
    bool used = false;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::optional<std::uint32_t> thread_;
};

}  // namespace gin
