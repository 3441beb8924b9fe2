// Which of its rails a PE begins with. Were it the first for everybody, the first NIC would have all the work of short
// messages and the others none.
#pragma once

#include <cstdint>

namespace gin::topology {

struct Turn {
  std::uint32_t source = 0;  ///< PEs
  std::uint32_t peer = 0;
  std::uint32_t number = 0;  ///< what differs between messages of one pair: the stream, or how many went before
};

/// The rail of a message, or of the first piece of one that is striped; the others follow in turn. Before it is taken
/// modulo the number of rails, which each end does with its own.
constexpr std::uint32_t home_rail(const Turn& turn) {
  return turn.source + turn.peer + turn.number;
}

}  // namespace gin::topology
