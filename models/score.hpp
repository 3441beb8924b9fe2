// How far predictions are from figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gin::models {

struct Scored {
  std::string group;  ///< only figures of one group are put in order: the same measure under other conditions
  std::int64_t expected = 1;
  std::int64_t predicted = 0;

  /// In thousandths of what is expected, rounded to the nearest.
  std::int64_t off() const {
    const __int128 doubled = 2 * static_cast<__int128>(predicted - expected) * 1000;
    return static_cast<std::int64_t>((doubled + (doubled < 0 ? -expected : expected)) /
                                     (2 * static_cast<__int128>(expected)));
  }
};

struct Score {
  std::size_t count = 0;
  std::int64_t median = 0;  ///< of the absolute errors in thousandths, nearest rank
  std::int64_t p90 = 0;
  std::int64_t worst = 0;
  std::int64_t pairs = 0;  ///< of one group whose expected values differ by more than 10 %
  std::int64_t right = 0;  ///< of those, predicted in the same order
};

Score score(std::span<const Scored> all);

/// What predictions of a family, or of a profile and stack, are held against, in thousandths.
struct Bounds {
  std::int64_t median = 150;
  std::int64_t p90 = 400;
  std::int64_t order = 950;  ///< of the pairs
};
bool within(const Score& score, const Bounds& bounds = {});

/// The same predictions with the expected values of each group dealt out anew: a score that stays good then says
/// that the figures are all alike, not that they were predicted.
std::vector<Scored> permuted(std::vector<Scored> all, std::uint64_t seed);

}  // namespace gin::models
