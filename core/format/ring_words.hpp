// The words of a ring, besides its slots (command.hpp). Producers are agents on a GPU, the consumer is a CPU thread; each
// side polls memory of its own and writes into the other's.
//
// A slot is published by its lap parity alone: the consumer needs no index from the producers, and a slot is never
// cleared. Positions are 32 bits and wrap; all comparisons are differences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/planted.hpp"
#include "core/format/command.hpp"
#include "core/format/completion_status.hpp"

namespace gin {

/// In the GPU's memory.
struct alignas(8) RingGpuWords {
  std::uint32_t head = 0;        ///< producers: the next position to hand out
  std::uint32_t tail_cache = 0;  ///< producers: the tail as one of them last read it; stale is safe, newer is not
};
static_assert(sizeof(RingGpuWords) == 8 && offsetof(RingGpuWords, tail_cache) == 4);

/// In the GPU's memory as well, where the consumer can write there; else in the host's, and who waits looks across PCIe.
struct alignas(8) RingAnswers {
  std::uint32_t completed = 0;  ///< consumer: every command before it is complete at the fabric, or two-sided
  std::uint32_t failure = 0;    ///< consumer: of the first command that failed (pack); completed stays before it
};
static_assert(sizeof(RingAnswers) == 8 && offsetof(RingAnswers, failure) == 4);

/// In the host's memory. A producer reads the tail over PCIe, and only when its cached copy says the ring is full.
struct alignas(8) RingHostWords {
  std::uint32_t tail = 0;    ///< consumer: everything before it may be overwritten
  std::uint32_t wanted = 0;  ///< producers: one of them waits for the completion of what is before it
};
static_assert(sizeof(RingHostWords) == 8 && offsetof(RingHostWords, wanted) == 4);

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

}  // namespace gin
