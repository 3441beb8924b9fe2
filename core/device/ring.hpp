// The ring between the agents of a PE and a proxy thread: many producers, one consumer, in pinned host memory.
//
// A slot is published by its lap parity alone: the consumer needs no index from the producers, and a slot is
// never cleared. `head` and `tail_cache` lie in GPU memory, `tail` in host memory; a producer reads the tail
// over PCIe only when its cached copy says the ring is full. Positions are 32 bits and wrap; all comparisons
// are differences.
#pragma once

#include <cstdint>

#include "core/base/planted.hpp"
#include "core/device/atomic.hpp"
#include "core/device/command.hpp"

namespace gin {

/// The words that producers and consumer share.
struct RingWords {
  std::uint32_t head = 0;        ///< next position to hand out
  std::uint32_t tail_cache = 0;  ///< the tail as some producer last read it; stale is safe, newer than tail never
  std::uint32_t tail = 0;        ///< everything before it may be overwritten
  std::uint32_t completed = 0;   ///< every command before it is complete at the fabric
  std::uint32_t wanted = 0;      ///< on a wall clock: not 0 while somebody waits for completions
};

template <class Env>
struct Ring {
  Slot* slots = nullptr;
  RingWords* words = nullptr;
  std::uint32_t capacity = 0;                ///< a power of two
  typename Env::Gate* pushed = nullptr;      ///< the proxy waits here
  typename Env::Gate* credit = nullptr;      ///< producers wait here for room
  typename Env::Gate* completion = nullptr;  ///< agents wait here for completions

  GIN_DEVICE Slot& slot(std::uint32_t position) const { return slots[position & (capacity - 1)]; }
};

/// The parity that a slot at `position` carries; memory that was never written reads as the lap before.
constexpr std::uint64_t lap_parity(std::uint32_t position, std::uint32_t capacity) {
  return (position & capacity) == 0 ? command_bits::parity : 0;
}

/// The parity with which a producer publishes the slot at `position`: the one that the consumer looks for.
constexpr std::uint64_t commit_bit(std::uint32_t position, std::uint32_t capacity) {
  return lap_parity(planted(Fault::commit_bit_not_flipped) ? position % capacity : position, capacity);
}

/// `a` is at or behind `b` on the wrapping number circle.
constexpr bool reached(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) >= 0;
}

/// Room for `count` slots from `position` on, as far as `tail` tells.
constexpr bool has_room(std::uint32_t position, std::uint32_t count, std::uint32_t tail, std::uint32_t capacity) {
  return position + count - tail <= capacity;
}

/// Writes one slot. The high word goes last and with release: whoever sees its parity sees the low word.
GIN_DEVICE inline void publish(Slot& slot, Slot value) {
  store_relaxed(slot.low, value.low);
  store_release(slot.high, value.high);
}

/// A slot whose command went another way carries its lap's parity all the same: on the next lap it must not look
/// published.
GIN_DEVICE inline void leave_out(Slot& slot, std::uint64_t parity) {
  store_relaxed(slot.high, parity);
}

/// Reads the slot at `position` if it has been published on this lap.
GIN_DEVICE inline bool try_read(Slot& slot, std::uint64_t parity, Slot& out) {
  out.high = load_acquire(slot.high);  // with the parity comes the low word
  if ((out.high & command_bits::parity) != parity) return false;
  out.low = load_relaxed(slot.low);
  out.high &= ~command_bits::parity;
  return true;
}

}  // namespace gin
