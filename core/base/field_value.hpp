// What the check of one value and its published schema must agree on.
#pragma once

#include <array>
#include <cstdint>

namespace gin {

/// How far a sourced number can be trusted, best first.
inline constexpr std::array grades = {"measured", "published", "second-hand", "estimated"};

inline constexpr std::array quantity_keys = {"value", "unit", "source", "grade"};
/// Beside those: what the number was without the figures of one source. `of` says whose, `same_because` why it is the same.
inline constexpr const char* without_key = "without";
inline constexpr std::array without_keys = {"of", "value", "source", "grade"};
inline constexpr const char* same_because_key = "same_because";

/// Files write nanoseconds, the program counts picoseconds.
inline constexpr std::int64_t ps_per_ns = 1000;

}  // namespace gin
