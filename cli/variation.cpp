#include "cli/variation.hpp"

#include <fmt/format.h>

namespace gin::cli {
namespace {

std::int64_t value_of(const models::Number& base, Side side, std::int64_t percent) {
  if (base.power_of_two) return side == Side::less ? base.value / 2 : base.value * 2;
  const std::int64_t factor = side == Side::less ? 100 - percent : 100 + percent;
  // A rate in bytes per second times a hundred may leave 64 bits.
  return static_cast<std::int64_t>((static_cast<__int128>(base.value) * factor + 50) / 100);
}

}  // namespace

Step step_of(const models::Number& base, Side side, std::int64_t percent) {
  models::Number stepped = base;
  stepped.value = value_of(base, side, percent);
  if (stepped.value != base.value) return {.number = stepped, .why_not = ""};
  if (base.value == 0) return {.number = std::nullopt, .why_not = "it is 0, and no percentage of that is a change"};
  return {.number = std::nullopt,
          .why_not = fmt::format("{0}, moved by {1} %, rounds to {0} again", models::written(base), percent)};
}

std::string side_text(Side side, std::int64_t percent) {
  return fmt::format("{}{} %", side == Side::less ? '-' : '+', percent);
}

}  // namespace gin::cli
