// The one source of chance. The standard library leaves the results of its distributions to each vendor;
// a scenario must give the same run everywhere, so generator and distributions are fixed here, in integers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/assert.hpp"

namespace gin {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): spreads any seed, 0 and 1 included, over all 64 bits.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

/// The seed of the n-th independent stream under one scenario seed: repeats, actors, fault sites.
struct Stream {
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
};
constexpr std::uint64_t derived_seed(Stream stream) {
  std::uint64_t state = stream.seed;
  state = splitmix64(state) ^ stream.number;
  return splitmix64(state);
}

/// xoshiro256** (Blackman, Vigna 2018).
class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  constexpr explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix64(seed);
  }
  constexpr explicit Random(const State& state) : state_(state) {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, count). The high half of next() * count is uniform once the few low halves that
  /// would fall on some results once more than on others are drawn again (Lemire 2019).
  constexpr std::uint64_t below(std::uint64_t count) {
    GIN_ASSERT(count > 0);
    const std::uint64_t unfair = (0 - count) % count;
    for (;;) {
      const auto product = static_cast<unsigned __int128>(next()) * count;
      if (static_cast<std::uint64_t>(product) >= unfair) return static_cast<std::uint64_t>(product >> 64);
    }
  }

  /// Both ends included.
  struct Range {
    std::int64_t min = 0;
    std::int64_t max = 0;
  };
  constexpr std::int64_t within(Range range) {
    GIN_ASSERT(range.min <= range.max);
    const std::uint64_t span = static_cast<std::uint64_t>(range.max) - static_cast<std::uint64_t>(range.min);
    const std::uint64_t offset = span == UINT64_MAX ? next() : below(span + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(range.min) + offset);
  }

  /// True `parts` times out of `whole` on average.
  struct Odds {
    std::uint64_t parts = 0;
    std::uint64_t whole = 1;
  };
  constexpr bool chance(Odds odds) { return below(odds.whole) < odds.parts; }

  /// Every order is equally likely.
  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  State state_{};
};

}  // namespace gin
