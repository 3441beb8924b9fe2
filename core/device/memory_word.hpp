// Words of window memory as loads, stores and atomics of this machine make them: on a CPU and on a GPU.
#pragma once

#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/device/in_halves.hpp"
#include "core/device/place.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// Up to 8 bytes, written so that whoever waits for an aligned word sees all or nothing of it; and, with Order::release, after it
/// everything that was written before.
template <Order order = Order::release>
GIN_DEVICE inline void store_value(unsigned char* to, std::uint64_t value, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  if (bytes == 8 && address % 8 == 0)
    store<order>(*reinterpret_cast<std::uint64_t*>(to), value);  // as said above
  else if (bytes == 4 && address % 4 == 0)
    store<order>(*reinterpret_cast<std::uint32_t*>(to), static_cast<std::uint32_t>(value));  // as said above
  else
    for (std::uint64_t i = 0; i < bytes; ++i) to[i] = static_cast<unsigned char>(value >> 8 * i);
}

/// Packets of `bytes` bytes: those of lane `lane` of `lanes`, some words ahead.
GIN_DEVICE inline void store_packets(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
                                     std::uint64_t flag, std::uint32_t lane = 0, std::uint32_t lanes = 1) {
  auto* const packets = reinterpret_cast<Packet*>(to);
  const auto* const words = reinterpret_cast<const std::uint64_t*>(from);
  const auto load = [=](std::uint64_t i) { return words[i]; };
  const auto store = [=](std::uint64_t i, std::uint64_t word) { publish_pair(packets[i], Packet{word, flag}); };
  visit(lane_loop(bytes / 8, load, store).halves, lane, lanes, bytes / 8);
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

/// Returns the value before. With Order::acq_rel what was written before is visible to later readers of the word, and theirs to us.
template <Order order = Order::acq_rel>
GIN_DEVICE inline std::uint64_t apply_atomic(unsigned char* at, Amo amo, std::uint64_t value,
                                             std::uint64_t compare) {
  auto& word = *reinterpret_cast<std::uint64_t*>(at);
  if (amo == Amo::add) return fetch_add<order>(word, value);  // as said above
  std::uint64_t old = load<atomic::of_load(order)>(word);     // as said above
  while (!replace<order>(word, old, applied(amo, old, value, compare))) {
  }
  return old;
}

}  // namespace gin
