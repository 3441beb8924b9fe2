// A few combinations of many, in which whatever two of their parts could meet do meet.
#pragma once

#include <cstdint>
#include <vector>

namespace gin::test {

/// One level of each factor, fewer than 16 of each.
using Levels = std::vector<std::uint8_t>;

namespace covering {

constexpr std::uint32_t pairs_max = 16 * 16 * 16 * 16;
/// Two factors and a level of each, as one number.
inline std::uint32_t pair_of(const Levels& levels, std::size_t i, std::size_t j) {
  return static_cast<std::uint32_t>(((i * 16 + j) * 16 + levels[i]) * 16 + levels[j]);
}

template <class F>
void for_each_pair(const Levels& levels, F f) {
  for (std::size_t i = 0; i < levels.size(); ++i)
    for (std::size_t j = i + 1; j < levels.size(); ++j) f(pair_of(levels, i, j));
}

}  // namespace covering

/// Fewest by a greedy choice, always the same: whichever two levels some combination has together, one here has too
/// (a covering array of strength two; D. Cohen et al., The AETG System, IEEE TSE 23(7), 1997).
inline std::vector<Levels> covering_array(const std::vector<Levels>& product) {
  using covering::for_each_pair;
  std::vector<bool> open(covering::pairs_max);
  for (const Levels& levels : product) for_each_pair(levels, [&](std::uint32_t pair) { open[pair] = true; });
  std::vector<Levels> chosen;
  for (;;) {
    const Levels* best = nullptr;
    std::size_t most = 0;
    for (const Levels& levels : product) {
      std::size_t covers = 0;
      for_each_pair(levels, [&](std::uint32_t pair) { covers += open[pair] ? 1 : 0; });
      if (covers > most) most = covers, best = &levels;
    }
    if (best == nullptr) return chosen;
    for_each_pair(*best, [&](std::uint32_t pair) { open[pair] = false; });
    chosen.push_back(*best);
  }
}

}  // namespace gin::test
