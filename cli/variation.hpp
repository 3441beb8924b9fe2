// Which values a number gets when it is asked what depends on it: a little less, and a little more.
#pragma once

#include <optional>
#include <string>

#include "models/numbers.hpp"

namespace gin::cli {

enum class Side { less, more };

/// One number a step away from what it is, or why there is no such step.
struct Step {
  std::optional<models::Number> number;
  std::string why_not;  ///< empty when there is a number
};

/// `percent` less or more, rounded half up to what the file can say (three decimals of a nanosecond, whole
/// otherwise). What must be a power of two is halved or doubled. Whether the loader takes the value is the loader's
/// to say.
Step step_of(const models::Number& base, Side side, std::int64_t percent);

/// "-20 %", "+20 %".
std::string side_text(Side side, std::int64_t percent);

}  // namespace gin::cli
