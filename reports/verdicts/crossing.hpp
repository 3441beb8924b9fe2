// Where one curve falls below another: points measured at rising values, straight lines between them. Times are
// sums of latencies and of sizes over bandwidths, so a straight line in the value is what lies between two points;
// in its logarithm it would not be one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gin::reports {

/// What two contestants took at one value.
struct Encounter {
  std::int64_t rung = 0;   ///< the value, as Ladder has it
  std::int64_t ahead = 0;  ///< how much longer the second took than the first; below 0 it is faster
};

/// Where the second becomes the faster one, in Ladder::parts of a rung's unit, rounded down: what is made of it
/// rounds once.
struct Turn {
  std::int64_t first = 0;  ///< they meet for the first time
  std::int64_t last = 0;   ///< from here on the second is faster; the same where they meet once
};
/// None unless the first is faster at the first encounter and the second at the last.
std::optional<Turn> turn_of(std::span<const Encounter> encounters);

/// The samples behind two contestants at one value.
struct Samples {
  std::int64_t rung = 0;
  const std::vector<std::int64_t>& first;
  const std::vector<std::int64_t>& second;
};

/// How far the samples bear a turn out: each row's samples are drawn again with replacement, its p50 taken.
struct Resampling {
  static constexpr std::int64_t count = 1'000;
  std::int64_t turned = 0;  ///< how many of `count` have a turn between the first and the last value
  /// Nine of ten of these turn between the two; where several encounters make up a turn, its middle counts.
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool operator==(const Resampling&) const = default;
};
/// The same seed draws the same, and what the first draws is independent of its name.
Resampling resampled(const std::vector<Samples>& samples, std::uint64_t seed);

}  // namespace gin::reports
