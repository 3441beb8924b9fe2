// The ring between the agents of a PE and a proxy thread, as one of them sees it: many producers, one consumer.
#pragma once

#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/format/ring_words.hpp"

namespace gin {

template <class Env>
struct Ring {
  Slot* slots = nullptr;
  RingGpuWords* gpu = nullptr;
  RingHostWords* host = nullptr;
  std::uint32_t capacity = 0;                ///< a power of two
  typename Env::Gate* pushed = nullptr;      ///< the proxy waits here
  typename Env::Gate* credit = nullptr;      ///< producers wait here for room
  typename Env::Gate* completion = nullptr;  ///< agents wait here for completions

  GIN_DEVICE Slot& slot(std::uint32_t position) const { return slots[position & (capacity - 1)]; }
};

/// Writes the slots of a command, each with its own parity. Whoever takes them sees what was written before the
/// caller's last fence_for_all().
template <class Env>
GIN_DEVICE void publish(const Ring<Env>& ring, std::uint32_t position, const Command& command) {
  for (std::uint32_t i = 0; i < command.count; ++i) {
    Slot slot = command.slots[i];
    slot.high |= commit_bit(position + i, ring.capacity);
    publish_pair(ring.slot(position + i), slot);
  }
}

/// A slot whose command went another way carries its lap's parity all the same: on the next lap it must not look
/// published.
GIN_DEVICE inline void leave_out(Slot& slot, std::uint64_t parity) {
  store<Order::relaxed>(slot.high, parity);
}

/// Reads the slot at `position` if it has been published on this lap.
GIN_DEVICE inline bool try_read(Slot& slot, std::uint64_t parity, Slot& out) {
  out.high = load<Order::acquire>(slot.high);  // with the parity comes the low word
  if ((out.high & command_bits::parity) != parity) return false;
  out.low = load<Order::relaxed>(slot.low);
  out.high &= ~command_bits::parity;
  return true;
}

}  // namespace gin
