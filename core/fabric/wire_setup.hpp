// What a WireFabric is told of its job.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/post_rules.hpp"

namespace gin {

/// Which numbered operations of its peers a target's CPU tells them of, and when.
enum class Acknowledging : std::uint8_t {
  when_asked,  ///< all up to one, when a source asks or much is done; a message each way (docs/decisions/007)
  each_look,   ///< those that a look has carried out, in ranges; an immediate each (docs/decisions/006)
};

/// The streams of operations to one peer, by number: those of agents, then those of CPU threads in turn.
struct StreamRules {
  std::uint32_t agents = 0;
  std::uint32_t threads = 1;
  std::uint32_t thread = 0;    ///< this one
  std::uint32_t per_peer = 1;  ///< of each thread; no two threads share one

  constexpr std::uint32_t of_lane(std::uint32_t lane) const {
    return agents + thread + (per_peer == 1 ? 0 : threads * (lane % per_peer));
  }
  constexpr std::uint32_t all() const { return agents + threads * per_peer; }
};

struct WireFabricSetup {
  Pe me;
  std::uint32_t n_pes = 1;
  unsigned char* heap = nullptr;  ///< of this PE
  std::uint64_t heap_bytes = 0;   ///< of every PE
  PostRules post;                 ///< over a wire without queues, rules_for_wire
  std::uint32_t window = 0;       ///< numbers of a stream that may be under way
  Acknowledging acknowledging = Acknowledging::when_asked;
  std::uint32_t acknowledge_most = 1;  ///< operations in a range
  /// Agents and other CPU threads of this PE use the NIC too, and those threads match sends and receives for each
  /// other. What a PE does to itself takes the NIC then.
  bool shares_nic = false;
  StreamRules streams;
  std::uint64_t eager_max = 0;     ///< bytes of a send that travel with its message, as far as the wire lets them
  std::uint32_t first_number = 0;  ///< the same everywhere
  std::uint32_t backlog_max = 64;  ///< accepted operations that may wait for a busy wire
};

}  // namespace gin
