// The values of a numeric axis as integers: between two of them something can be placed without floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/base/format.hpp"

namespace gin::reports {

struct Ladder {
  std::vector<std::int64_t> rungs;  ///< one per value, in the order given; in units of 1 / per_unit
  std::int64_t per_unit = 1;        ///< 1, or a power of ten where a value has decimals

  /// A place in parts of a rung's unit, as a share of one unit of the axis.
  static constexpr std::int64_t parts = 10'000;
  Fraction share(std::int64_t place) const { return {place, parts * per_unit}; }
};

/// None where a value is no number, has more than six decimals or is too large to multiply a time by.
std::optional<Ladder> ladder_of(const std::vector<std::string>& values);

/// "213", "1.60", "0.054": three digits, whole numbers as they are.
std::string value_text(const Fraction& value);

}  // namespace gin::reports
