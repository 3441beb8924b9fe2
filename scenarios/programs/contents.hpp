// What the host puts into windows before a run, and how it looks for what must be there afterwards.
#pragma once

#include "core/device/program.hpp"

namespace gin::programs {

/// As much of the pattern as an element holds.
template <class T>
constexpr T patterned(std::uint64_t seed, std::uint64_t pe, std::uint64_t index) {
  return static_cast<T>(pattern(seed, pe, index));
}

template <class T>
void fill_with_pattern(const Memory& memory, const Window<T>& window, std::uint64_t seed) {
  for (std::uint64_t i = 0; i < window.count; ++i) memory.of(window)[i] = patterned<T>(seed, memory.pe.value, i);
}

/// The first element i that is not `expected(i)`.
template <class T, class Expected>
Mismatch first_wrong(const char* name, const Memory& memory, const Window<T>& window, Expected expected) {
  const T* const all = memory.of(window);
  for (std::uint64_t i = 0; i < window.count; ++i)
    if (const T wanted = expected(i); all[i] != wanted) return {true, name, i, wanted, all[i]};
  return {};
}

}  // namespace gin::programs
