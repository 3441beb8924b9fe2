// Bytes from here to there by all lanes of an agent. Compiled by nvcc only.
#pragma once

#include <cstdint>

#include "core/device/annotate.hpp"

namespace gin::gpu {

/// Of what loads see: not what an SM has kept in its L1, which nobody tells of writes by other SMs and GPUs.
template <class Word>
GIN_DEVICE inline Word load_past_l1(const Word* from) {
  return __ldcg(from);
}

/// Lane `lane` of `lanes`. A warp, or what there is of one, moves neighbouring words, eight of each lane before the first is stored: one by
/// one a lane would move 16 bytes in the time that a load takes.
template <class Word>
GIN_DEVICE inline void copy_words(Word* to, const Word* from, std::uint64_t count, std::uint32_t lane,
                                  std::uint32_t lanes) {
  constexpr std::uint32_t together = 8;
  const std::uint32_t side = lanes < 32 ? lanes : 32;
  const std::uint64_t step = std::uint64_t{together} * lanes;
  const std::uint64_t whole = count / step * step;
  std::uint64_t i = lane / side * (together * side) + lane % side;
#pragma unroll 1
  for (; i < whole; i += step) {
    Word words[together];
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j) words[j] = load_past_l1(from + i + j * side);
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j) to[i + j * side] = words[j];
  }
#pragma unroll 1
  for (i = whole + lane; i < count; i += lanes) to[i] = load_past_l1(from + i);
}

/// In words as long as both sides are aligned to, the rest byte by byte. Not part of every call's code, which would cost each
/// program the registers of all loads under way.
[[gnu::noinline]] GIN_DEVICE inline void copy_bytes(unsigned char* to, const unsigned char* from,
                                                    std::uint64_t bytes, std::uint32_t lane, std::uint32_t lanes) {
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  std::uint64_t done = 0;
  if (both % 16 == 0) {
    done = bytes / 16 * 16;
    copy_words(reinterpret_cast<uint4*>(to), reinterpret_cast<const uint4*>(from), bytes / 16, lane, lanes);
  }
  if (both % 8 == 0 && bytes - done >= 8) {
    copy_words(reinterpret_cast<unsigned long long*>(to + done),
               reinterpret_cast<const unsigned long long*>(from + done), (bytes - done) / 8, lane, lanes);
    done = bytes / 8 * 8;
  }
  copy_words(to + done, from + done, bytes - done, lane, lanes);
}

}  // namespace gin::gpu
