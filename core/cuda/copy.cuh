// Bytes from here to there by all lanes of an agent. Compiled by nvcc only.
#pragma once

#include <cstdint>

#include "core/device/annotate.hpp"
#include "core/device/memory_word.hpp"

namespace gin::gpu {

/// Lane `lane` of `lanes`. A warp, or what there is of one, moves neighbouring words, eight of each lane before the first is stored: one by
/// one a lane would move 16 bytes in the time that a load takes. Nothing is divided: it would take as long as the fence behind a short put.
template <class Word>
GIN_DEVICE inline void copy_words(Word* to, const Word* from, std::uint64_t count, std::uint32_t lane,
                                  std::uint32_t lanes) {
  constexpr std::uint32_t together = 8;
  const std::uint32_t side = lanes < 32 ? lanes : 32;
  const std::uint64_t step = std::uint64_t{together} * lanes;
  const std::uint64_t own = lanes < 32 ? lane : lane / 32 * (together * 32) + lane % 32;
#pragma unroll 1
  for (; count >= step; count -= step, to += step, from += step) {
    Word words[together];
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j) words[j] = from[own + j * side];
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j) to[own + j * side] = words[j];
  }
#pragma unroll 1
  for (std::uint64_t i = lane; i < count; i += lanes) to[i] = from[i];
}

/// A word for each lane that has one, where that is all: neither a call nor a loop.
template <class Word>
GIN_DEVICE inline bool copy_word(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
                                 std::uint32_t lane, std::uint32_t lanes) {
  const auto all = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  if (all % sizeof(Word) != 0 || bytes > std::uint64_t{lanes} * sizeof(Word)) return false;
  if (lane * sizeof(Word) < bytes) reinterpret_cast<Word*>(to)[lane] = reinterpret_cast<const Word*>(from)[lane];
  return true;
}

/// In words as long as both sides are aligned to, the rest byte by byte. Not part of every call's code, which would cost each
/// program the registers of all loads under way.
///
/// Loads may find in the SM's L1 what its agents have read since one of them acquired last: that is all that the memory model promises
/// of a peer's bytes, too (PTX ISA, causality order), since acquiring empties the L1.
[[gnu::noinline]] GIN_DEVICE inline void copy_bytes(unsigned char* to, const unsigned char* from,
                                                    std::uint64_t bytes, std::uint32_t lane, std::uint32_t lanes) {
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  const auto in_words = [&](auto word) {
    using Word = decltype(word);
    if (both % sizeof(Word) != 0 || bytes < sizeof(Word)) return;
    const std::uint64_t words = bytes / sizeof(Word) * sizeof(Word);
    copy_words(reinterpret_cast<Word*>(to), reinterpret_cast<const Word*>(from), bytes / sizeof(Word), lane, lanes);
    to += words;
    from += words;
    bytes -= words;
  };
  in_words(uint4{});
  in_words(std::uint64_t{});
  in_words(static_cast<unsigned char>(0));
}

/// As copy_word: a packet for each lane that has one.
GIN_DEVICE inline bool copy_packet(unsigned char* to, const unsigned char* from, std::uint64_t bytes,
                                   std::uint64_t flag, std::uint32_t lane, std::uint32_t lanes) {
  if (bytes > std::uint64_t{lanes} * 8) return false;
  if (lane * 8 < bytes)
    publish_pair(reinterpret_cast<Packet*>(to)[lane],
                 Packet{reinterpret_cast<const std::uint64_t*>(from)[lane], flag});
  return true;
}

/// As store_packets, and out of every call's code like copy_bytes. Its loop for several of each lane takes as long as a load.
[[gnu::noinline]] GIN_DEVICE inline void copy_packets(unsigned char* to, const unsigned char* from,
                                                      std::uint64_t bytes, std::uint64_t flag, std::uint32_t lane,
                                                      std::uint32_t lanes) {
  __builtin_assume(__isGlobal(to) && __isGlobal(from));
  store_packets(to, from, bytes, flag, lane, lanes);
}

}  // namespace gin::gpu
