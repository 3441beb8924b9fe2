// Time, data and rates as types. Time is integer picoseconds everywhere: two runs must agree to the
// last digit whatever the compiler, so no floating point comes near it.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace gin {

/// Picoseconds beyond 64 bits end at the last number that there is: wrapped, a century would be the shortest of
/// times. Whoever goes on from such a time refuses it (sim::CausalPath).
namespace saturated {

inline constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

constexpr std::int64_t from(__int128 ps) {
  return ps > most ? most : ps < least ? least : static_cast<std::int64_t>(ps);
}
constexpr std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t ps = 0;
  if (__builtin_add_overflow(a, b, &ps)) [[unlikely]]
    return a > 0 ? most : least;
  return ps;
}
constexpr std::int64_t difference(std::int64_t a, std::int64_t b) {
  std::int64_t ps = 0;
  if (__builtin_sub_overflow(a, b, &ps)) [[unlikely]]
    return a > 0 ? most : least;
  return ps;
}
constexpr std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t ps = 0;
  if (__builtin_mul_overflow(a, b, &ps)) [[unlikely]]
    return (a > 0) == (b > 0) ? most : least;
  return ps;
}

}  // namespace saturated

/// A length of time. 2^63 ps are 106 days.
struct Duration {
  std::int64_t ps = 0;

  auto operator<=>(const Duration&) const = default;
  constexpr Duration& operator+=(Duration other) { return *this = *this + other; }
  constexpr Duration& operator-=(Duration other) { return *this = *this - other; }
  friend constexpr Duration operator+(Duration a, Duration b) { return {saturated::sum(a.ps, b.ps)}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {saturated::difference(a.ps, b.ps)}; }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return {saturated::product(a.ps, n)}; }
};

constexpr Duration picoseconds(std::int64_t n) {
  return {n};
}
constexpr Duration nanoseconds(std::int64_t n) {
  return {n * 1'000};
}
constexpr Duration microseconds(std::int64_t n) {
  return {n * 1'000'000};
}

/// A point on the virtual clock; 0 is the start of the run.
struct Instant {
  std::int64_t ps = 0;

  /// Later than all that can happen: what sums that do not fit end at.
  static constexpr Instant never() { return {saturated::most}; }

  auto operator<=>(const Instant&) const = default;
  friend constexpr Instant operator+(Instant t, Duration d) { return {saturated::sum(t.ps, d.ps)}; }
  friend constexpr Instant operator-(Instant t, Duration d) { return {saturated::difference(t.ps, d.ps)}; }
  friend constexpr Duration operator-(Instant a, Instant b) { return {saturated::difference(a.ps, b.ps)}; }
};

/// An amount of data.
struct Bytes {
  std::int64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
};

/// Bytes per second. Never zero in a loaded profile.
struct Bandwidth {
  std::int64_t bytes_per_second = 0;
  auto operator<=>(const Bandwidth&) const = default;
};

/// Turns bytes into time at a fixed rate and carries the fraction of a picosecond that is left over, so
/// that a million small transfers take exactly as long as one large one.
struct RateClock {
  Bandwidth rate;
  std::int64_t remainder = 0;  ///< in units of 1/rate picoseconds, below rate.bytes_per_second

  constexpr Duration take(Bytes bytes) {
    const auto scaled = static_cast<__int128>(bytes.count) * 1'000'000'000'000 + remainder;
    remainder = static_cast<std::int64_t>(scaled % rate.bytes_per_second);
    return {saturated::from(scaled / rate.bytes_per_second)};
  }
};

}  // namespace gin
