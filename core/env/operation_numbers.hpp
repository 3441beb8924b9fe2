// How an operation's number travels with it: across a ring it is found by the slot; a NIC keeps those of its queues.
// Whoever records needs it, and whoever keeps promises to operations.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/format/operation.hpp"

namespace gin {

class OperationNumbers {
 public:
  void number(Operation* operations, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) operations[i].number = ++operations_;
  }
  void put_in_slot(const void* slot, std::uint32_t operation) { by_slot_[slot] = operation; }
  /// 0: none was put there.
  std::uint32_t in_slot(const void* slot) const {
    const auto at = by_slot_.find(slot);
    return at == by_slot_.end() ? 0 : at->second;
  }

 private:
  // Only ever looked up, so that the order of addresses shows nowhere.
  std::unordered_map<const void*, std::uint32_t> by_slot_;
  std::uint32_t operations_ = 0;
};

}  // namespace gin
