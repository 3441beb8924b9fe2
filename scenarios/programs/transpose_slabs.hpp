// Who fetches and transposes which part of which peer's block.
#pragma once

#include "core/device/program.hpp"
#include "scenarios/programs/small_numbers.hpp"

namespace gin::programs {

/// A part of one peer's block: rows first .. first + count - 1.
struct Slab {
  Pe peer;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// Blocks of `rows` rows, one for each of `n_pes` peers, for the agents of PE `me`.
struct Slabs {
  Pe me;
  std::uint32_t n_pes = 1;
  std::uint32_t agents = 1;
  std::uint64_t rows = 1;

  /// Enough slabs for every agent, as far as there are rows.
  constexpr std::uint32_t per_peer() const {
    const std::uint32_t wanted = (agents + n_pes - 1) / n_pes;
    return wanted < rows ? wanted : static_cast<std::uint32_t>(rows);
  }
  constexpr std::uint32_t count() const { return n_pes * per_peer(); }

  /// Peers in an order of its own for each PE, so that no PE is everyone's first.
  constexpr Slab operator[](std::uint32_t index) const {
    return part(Pe{(me.value + index) % n_pes}, index / n_pes, per_peer());
  }

  // Pairwise: in each step all agents share the block of one partner.

  /// Partners of an xor exchange are numbers below a power of two, of which some may be nobody.
  constexpr std::uint32_t steps(bool by_xor) const {
    std::uint32_t steps = 1;
    while (by_xor && steps < n_pes) steps *= 2;
    return by_xor ? steps : n_pes;
  }
  /// What `agent` fetches in a step; count 0 where it has nothing to do.
  constexpr Slab in_step(std::uint32_t step, std::uint32_t agent, bool by_xor) const {
    const std::uint32_t partner = by_xor ? me.value ^ step : (me.value + step) % n_pes;
    const std::uint64_t parts = agents < rows ? agents : rows;
    if (partner >= n_pes || agent >= parts) return {};
    return part(Pe{partner}, agent, parts);
  }

 private:
  constexpr Slab part(Pe peer, std::uint64_t number, std::uint64_t parts) const {
    // In whole tiles, or parts of them that lanes can move four elements at a time, where everybody still has as much as the others.
    std::uint32_t bits = 6;
    while (bits > 0 && remainder(rows, parts << bits) != 0 &&
           (rows >> bits << bits != rows || rows >> bits < 4 * parts))
      --bits;
    const std::uint64_t units = rows >> bits, first = quotient(units * number, parts) << bits;
    return {peer, first, (quotient(units * (number + 1), parts) << bits) - first};
  }
};

}  // namespace gin::programs
