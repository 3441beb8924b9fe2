// Divisions of what is known to be small: a GPU takes a hundred instructions for one of 64 bits, fewer for one of 32, and a lone
// thread waits for each.
#pragma once

#include <cstdint>

namespace gin::programs {

/// Both below 2^32. Nothing is divided by one, as with a single peer, context or part, nor by more than there is.
constexpr std::uint64_t quotient(std::uint64_t of, std::uint64_t by) {
  if (of < by) return 0;
  return by == 1 ? of : static_cast<std::uint32_t>(of) / static_cast<std::uint32_t>(by);
}
constexpr std::uint64_t remainder(std::uint64_t of, std::uint64_t by) {
  if (of < by) return of;
  return by == 1 ? 0 : static_cast<std::uint32_t>(of) % static_cast<std::uint32_t>(by);
}

}  // namespace gin::programs
