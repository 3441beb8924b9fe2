// Words of window memory as loads, stores and atomics of this machine make them: on a CPU and on a GPU.
#pragma once

#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/device/operation.hpp"

namespace gin {

/// Up to 8 bytes, written so that whoever waits for an aligned word sees all or nothing of it, and after it
/// everything that was written before.
GIN_DEVICE inline void store_value(unsigned char* to, std::uint64_t value, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  if (bytes == 8 && address % 8 == 0)
    store_release(*reinterpret_cast<std::uint64_t*>(to), value);  // as said above
  else if (bytes == 4 && address % 4 == 0)
    store_release(*reinterpret_cast<std::uint32_t*>(to), static_cast<std::uint32_t>(value));  // as said above
  else
    for (std::uint64_t i = 0; i < bytes; ++i) to[i] = static_cast<unsigned char>(value >> 8 * i);
}

/// Any bytes; words go in one piece, as store_value does, because somebody may be polling them.
GIN_DEVICE inline void store_bytes(unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
  if (bytes > 8) {
    __builtin_memmove(to, from, bytes);
    return;
  }
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(from[i]) << 8 * i;
  store_value(to, value, bytes);
}

/// Returns the value before. What was written before is visible to later readers of the word, and theirs to us.
GIN_DEVICE inline std::uint64_t apply_atomic(unsigned char* at, Amo amo, std::uint64_t value,
                                             std::uint64_t compare) {
  SystemAtomic<std::uint64_t> word(*reinterpret_cast<std::uint64_t*>(at));
  if (amo == Amo::add) return word.fetch_add(value, order_acq_rel);  // as said above
  std::uint64_t old = word.load(order_acquire);                      // as said above
  while (!word.compare_exchange_weak(old, applied(amo, old, value, compare), order_acq_rel, order_acquire)) {
  }
  return old;
}

}  // namespace gin
