// How long a source waits, as the fields of a few bits say it.
#pragma once

#include <cstdint>

namespace softverbs {

/// A time that does not come.
constexpr std::uint64_t never = ~0ull;

/// Local ACK timeout: 4.096 us times two to the power of five bits; 0 is for ever (IBTA Vol. 1, 11.2.4.2).
constexpr std::uint64_t timeout_ns(std::uint8_t code) {
  return (code & 31) == 0 ? never : std::uint64_t{4096} << (code & 31);
}

/// RNR NAK timer (IBTA Vol. 1, table 45 in 9.7.5.2.8), in tens of microseconds.
constexpr std::uint64_t rnr_timer_ns(std::uint32_t code) {
  constexpr std::uint32_t of[] = {65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
                                  48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
                                  2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
  return std::uint64_t{of[code & 31]} * 10'000;
}

constexpr std::uint8_t rnr_for_ever = 7;  ///< rnr_retry (IBTA Vol. 1, 9.7.5.2.8)

}  // namespace softverbs
