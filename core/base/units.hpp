// Time, data and rates as types. Time is integer picoseconds everywhere: two runs must agree to the
// last digit whatever the compiler, so no floating point comes near it.
#pragma once

#include <compare>
#include <cstdint>

namespace gin {

/// A length of time. 2^63 ps are 106 days.
struct Duration {
  std::int64_t ps = 0;

  auto operator<=>(const Duration&) const = default;
  constexpr Duration& operator+=(Duration other) { return ps += other.ps, *this; }
  constexpr Duration& operator-=(Duration other) { return ps -= other.ps, *this; }
  friend constexpr Duration operator+(Duration a, Duration b) { return {a.ps + b.ps}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {a.ps - b.ps}; }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return {a.ps * n}; }
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

  auto operator<=>(const Instant&) const = default;
  friend constexpr Instant operator+(Instant t, Duration d) { return {t.ps + d.ps}; }
  friend constexpr Instant operator-(Instant t, Duration d) { return {t.ps - d.ps}; }
  friend constexpr Duration operator-(Instant a, Instant b) { return {a.ps - b.ps}; }
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
    return {static_cast<std::int64_t>(scaled / rate.bytes_per_second)};
  }
};

}  // namespace gin
