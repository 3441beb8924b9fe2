// Bytes that an agent's own instructions move: loads and stores, local or over NVLink.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/annotate.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// A copy between this PE and a peer (or within this PE). A store is visible at the peer some time after the
/// agent goes on; a load is done when it returns.
struct Copy {
  /// packets: a store of each word beside `flag`, in one piece (Packet): twice as many bytes are there afterwards.
  enum class Kind : std::uint8_t { store, load, packets } kind = Kind::store;
  Pe peer;
  std::uint64_t remote = 0;
  std::uint64_t local = 0;
  std::uint64_t bytes = 0;
  std::uint32_t number = 0;  ///< of the operation that it is part of; 0: of none that is recorded
  std::uint64_t flag = 0;    ///< of packets

  constexpr std::uint64_t bytes_there() const { return kind == Kind::packets ? 2 * bytes : bytes; }
};

/// Up to 8 bytes stored into a peer's memory, from a register.
struct StoreValue {
  Pe peer;
  std::uint64_t remote = 0;
  std::uint64_t value = 0;
  std::uint64_t bytes = 8;
  std::uint32_t number = 0;  ///< as above
};

/// A 64-bit atomic executed in a peer's memory, or in this PE's own.
struct AtomicMove {
  Pe peer;
  std::uint64_t remote = 0;
  Amo amo = Amo::add;
  std::uint64_t value = 0;
  std::uint64_t compare = 0;
  bool fetches = false;      ///< wait for the old value
  bool drained = false;      ///< the agent has drained since it last stored: nothing is left to come before it
  std::uint32_t number = 0;  ///< as above
};

/// That adds to a word of this PE which nobody but its agents updates: their GPU is all that has to see it, and what came before.
struct OwnAtomic : AtomicMove {
  GIN_DEVICE OwnAtomic(Pe me, std::uint64_t word, std::uint64_t more)
      : AtomicMove{.peer = me, .remote = word, .value = more, .fetches = true} {}
};

}  // namespace gin
