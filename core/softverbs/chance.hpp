// What happens to a packet, as a function of the seed and the packet alone.
#pragma once

#include <cstdint>

#include "core/softverbs/settings.hpp"

namespace softverbs {

enum class Mishap : std::uint32_t {
  request_lost = 1,
  answer_lost,
  not_ready,
  error,
  request_delay,
  answer_delay,
  overtaken,
  pieces
};

/// One attempt to send one request of one queue pair.
struct Attempt {
  std::uint32_t number = 0;  ///< of the queue pair
  std::uint32_t packet = 0;  ///< the sequence number of its first packet
  std::uint32_t before = 0;  ///< attempts before this one
};

/// Mixed by the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
constexpr std::uint64_t draw(std::uint64_t seed, const Attempt& attempt, Mishap what) {
  const auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  };
  const std::uint64_t packet = static_cast<std::uint64_t>(attempt.number) << 32 | attempt.packet;
  return mix(mix(mix(seed + 0x9e3779b97f4a7c15ull) ^ packet) ^
             (static_cast<std::uint64_t>(attempt.before) << 8 | static_cast<std::uint32_t>(what)));
}

inline bool happens(std::uint32_t rate, const Attempt& attempt, Mishap what) {
  return rate != 0 && draw(settings()->seed, attempt, what) % 1000 < rate;
}

/// From nothing to what the settings say, both included.
inline std::uint64_t delay_ns(const Attempt& attempt, Mishap what) {
  return draw(settings()->seed, attempt, what) % (settings()->delay_us * 1000ull + 1);
}

}  // namespace softverbs
