// What happens to a token's numbers on the way: cast for the wire, scaled back, changed by an expert. Integers
// stand in for FP8 and BF16, so that a single wrong bit anywhere shows in the result. Four 16-bit elements make a
// quad; one lane works on an octet, two of them, the 16 bytes that it loads at once.
#pragma once

#include "core/device/program.hpp"
#include "scenarios/programs/moe_routing.hpp"

namespace gin::programs::moe {

inline constexpr std::uint64_t scale_elements = 128;  ///< FP8: elements that share a scale
inline constexpr std::uint64_t scale_quads = scale_elements / 4;

/// Adds the four 16-bit lanes of two quads, each modulo 2^16.
constexpr std::uint64_t add_lanes(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t high = 0x8000'8000'8000'8000;
  return ((a & ~high) + (b & ~high)) ^ ((a ^ b) & high);
}
constexpr std::uint64_t in_all_lanes(std::uint64_t value) {
  return (value & 0xffff) * 0x0001'0001'0001'0001;
}

/// BF16: the elements as they are, moved by the iteration.
constexpr std::uint64_t cast_to_bf16(std::uint64_t quad, std::uint64_t iteration) {
  return add_lanes(quad, in_all_lanes(iteration));
}
/// FP8: one byte of each element, moved by the iteration.
constexpr std::uint32_t cast_to_fp8(std::uint64_t quad, std::uint64_t iteration) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < 4; ++i) bytes |= (((quad >> 16 * i) + iteration) & 0xff) << 8 * i;
  return static_cast<std::uint32_t>(bytes);
}
/// The scale of a group; its first quad stands for the largest element.
constexpr std::uint32_t scale_of(std::uint64_t quad, std::uint64_t iteration) {
  return static_cast<std::uint32_t>((quad >> 16) + iteration);
}
constexpr std::uint64_t cast_back(std::uint32_t bytes, std::uint32_t scale) {
  std::uint64_t quad = 0;
  for (std::uint64_t i = 0; i < 4; ++i) quad |= std::uint64_t{bytes >> 8 * i & 0xff} << 16 * i;
  return add_lanes(quad, in_all_lanes(scale ^ scale >> 16));
}
/// What an expert makes of a token.
constexpr std::uint64_t by_expert(std::uint64_t quad, std::uint64_t expert) {
  return add_lanes(quad, in_all_lanes(expert + 1));
}

/// The 16 bytes before a token's data: which token, of which iteration, and what it chose, from which an expert
/// learns where the answer belongs. A choice has 12 bits.
struct Header {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  static constexpr std::uint64_t words = 4;  ///< of 4 bytes
  static constexpr std::uint64_t nobody = 0xfff;

  static constexpr Header of(const Route& route, std::uint64_t top_k, std::uint64_t token,
                             std::uint64_t iteration) {
    Header header{iteration << 48, token << 48};
    for (std::uint64_t k = 0; k < top_k_max; ++k)
      (k < 4 ? header.low : header.high) |= (k < top_k ? route.expert[k] : nobody) << 12 * (k % 4);
    return header;
  }
  constexpr std::uint32_t word(std::uint64_t index) const {
    return static_cast<std::uint32_t>((index < 2 ? low : high) >> 32 * (index % 2));
  }
  constexpr std::uint64_t token() const { return high >> 48; }
  /// Which of the token's choices `expert` is; the first if a damaged header does not name it.
  constexpr std::uint64_t choice(std::uint64_t expert) const {
    for (std::uint64_t k = 0; k < top_k_max; ++k)
      if (((k < 4 ? low : high) >> 12 * (k % 4) & nobody) == expert) return k;
    return 0;
  }
};

}  // namespace gin::programs::moe
