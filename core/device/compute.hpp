// Computing between two communication calls: so many multiply-adds over so many bytes of the own memory. Where a clock
// knows how long that takes, it is charged; elsewhere it is done, and what comes out is of no use to anybody.
#pragma once

#include <cstdint>

#include "core/device/annotate.hpp"
#include "core/device/place.hpp"
#include "core/device/team.hpp"

namespace gin {

/// Of all lanes of an agent together.
struct Work {
  std::uint64_t operations = 0;  ///< multiply-adds of 32-bit floating point numbers
  std::uint64_t bytes = 0;       ///< of this PE's own copy, read meanwhile from `from` on
  Place from;
};

/// This lane's part of it. Four sums at a time, since each multiply-add waits for the one before it in its own; words
/// are loaded at even distances in between. Returns 0, which no compiler can tell: whoever would store anything else
/// keeps it from leaving the work out.
template <Team Lanes>
GIN_DEVICE std::uint32_t multiply_and_add(const Lanes& team, const Work& work, const unsigned char* heap) {
  const std::uint64_t begin = (work.from.offset + 3) / 4, end = (work.from.offset + work.bytes) / 4;
  const auto* words = reinterpret_cast<const std::uint32_t*>(heap);
  constexpr std::uint64_t per_turn = 64;  // multiply-adds
  // What it could foresee it would not compute, so it does not know this number.
  std::uint32_t two = 2;
  asm volatile("" : "+r"(two));
  const float half = 1.0F / static_cast<float>(two);
  const auto step = [half](float& sum) { sum = sum * half + half; };
  const std::uint64_t lanes = team.lanes();
  const std::uint64_t count = begin < end ? (end - begin + lanes - 1) / lanes : 0;
  const std::uint64_t turns = work.operations / lanes / per_turn + 1;
  float a = half, b = half + 2, c = half + 3, d = half + 4;
  std::uint32_t seen = 0;
  std::uint64_t next = begin + team.lane(), owed = 0;
  for (std::uint64_t turn = 0; turn < turns; ++turn) {
    for (owed += count; owed >= turns && next < end; owed -= turns, next += lanes) seen ^= words[next];
    for (std::uint64_t i = 0; i < per_turn; i += 4) step(a), step(b), step(c), step(d);
  }
  return a + b + c + d < 0 ? seen : 0;
}

}  // namespace gin
