// A device program as data: who asks for what, in one order of all agents that a sequential machine could follow.
// Any other order that the device API allows must leave the same bytes; `draw` sees to that, the backends must.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "core/format/operation.hpp"

namespace gin::fuzz {

/// What every PE has. Bulk data comes in bytes, the others are words of 8.
enum class Area : std::uint8_t {
  source,   ///< never written
  board,    ///< cells; between two barriers each has one writer at most
  landing,  ///< slots of one agent each, where its gets land
  words,    ///< targets of atomics
  signals,  ///< one word per agent of the job, which alone updates it
  results,  ///< what agents fetched; each word is written once
};
inline constexpr std::uint32_t area_count = 6;
inline constexpr const char* area_names[area_count] = {"source", "board", "landing", "words", "signals", "results"};

struct Shape {
  std::uint32_t n_pes = 1;
  std::uint32_t agents = 1;
  std::uint32_t all_agents() const { return n_pes * agents; }
  std::uint64_t bytes(Area area) const;
};

/// The cells of the board: sizes around those at which words, inlining and bulk payload begin, and one that is so
/// long under way that others overtake it where they may.
inline constexpr std::uint64_t cell_bytes[] = {1, 3, 4, 8, 8, 16, 31, 33, 64, 100, 257, 512, 20'000};
inline constexpr std::uint32_t cell_count = std::size(cell_bytes);
constexpr std::uint64_t cell_offset(std::uint32_t cell) {
  std::uint64_t offset = 0;
  for (std::uint32_t i = 0; i < cell; ++i) offset += cell_bytes[i];
  return offset;
}
inline constexpr std::uint32_t word_count = 8;
inline constexpr std::uint32_t counter_count = 2;  ///< the first words, which start at zero
inline constexpr std::uint32_t slots_of_agent = 3;
inline constexpr std::uint64_t slot_bytes = 512;
inline constexpr std::uint32_t results_of_agent = 24;
inline constexpr std::uint32_t contexts = 2;

/// A byte offset in an area.
struct Spot {
  Area area = Area::board;
  std::uint64_t offset = 0;
};

struct Instruction {
  enum class Kind : std::uint8_t {
    put,
    get,
    value,
    atomic,
    fetch,
    read_word,
    look,  ///< the agent's own loads and stores, from its PE's board to its landing place
    await,
    fence,
    quiet,
    flush,
    barrier
  };
  Kind kind = Kind::fence;
  std::uint32_t agent = 0;  ///< of the job: PE * agents + agent; a barrier is of all
  std::uint32_t context = 0;
  std::uint32_t lanes = 0;  ///< this one and its agent's next, so many in all, are asked for by one each_lane
  bool blocking = false;    ///< put and get
  Pe peer;
  Spot to;
  Spot from;
  std::uint64_t bytes = 0;
  Amo amo = Amo::set;         ///< of atomic and fetch
  std::uint64_t value = 0;    ///< of value, atomic, fetch; the least that await waits for
  std::uint64_t compare = 0;  ///< of compare_swap
  bool has_signal = false;    ///< of put
  SignalOp signal_op = SignalOp::add;
  std::uint64_t signal_value = 0;
  std::uint64_t result = 0;  ///< index in results: where fetch and read_word leave what they got
};

using Script = std::vector<Instruction>;

/// The first value of a byte of an area.
std::uint8_t initial(Area area, std::uint32_t pe, std::uint64_t offset);

/// One line for each instruction.
std::string listing(const Script& script);

}  // namespace gin::fuzz
