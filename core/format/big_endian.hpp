// Integers with their highest byte first, as wires and some NICs have them. They are types of their own, so that none is
// stored as the CPU has it by mistake.
#pragma once

#include <bit>
#include <cstdint>

namespace gin {

static_assert(std::endian::native == std::endian::little, "queues of NICs are written for CPUs of this order only");

constexpr std::uint16_t swapped(std::uint16_t value) {
  return static_cast<std::uint16_t>(value << 8 | value >> 8);
}
constexpr std::uint32_t swapped(std::uint32_t value) {
  return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}
constexpr std::uint64_t swapped(std::uint64_t value) {
  return std::uint64_t{swapped(static_cast<std::uint32_t>(value))} << 32 |
         swapped(static_cast<std::uint32_t>(value >> 32));
}

template <class Unsigned>
struct Big {
  constexpr Big() = default;
  constexpr Big(Unsigned value) : bits(swapped(value)) {}

  Unsigned bits = 0;  ///< as memory has them
};

}  // namespace gin
