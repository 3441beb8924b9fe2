// What an agent is given when it starts: who it is, its PE's memory and queues, the rules of the stack. Plain
// values and pointers, passed by value into a kernel.
#pragma once

#include <cstdint>

#include "core/device/ring.hpp"
#include "core/device/send_queue.hpp"

namespace gin {

/// How an agent's operations to one peer map to queues; from the stack file.
enum class QueueMap : std::uint8_t { single, by_agent, round_robin };

struct QueueRules {
  std::uint32_t per_peer = 1;  ///< queues per peer and context
  QueueMap map = QueueMap::single;
  bool quiet_polls_all = false;  ///< quiet looks at every configured queue, not at those in use
  bool strong_signals = true;
  std::uint32_t doorbell_batch = 1;
  std::uint64_t inline_max = 0;

  /// Operations of one agent to one peer may sit in several queues, which nothing orders.
  constexpr bool spans_queues() const { return map == QueueMap::round_robin && per_peer > 1; }
};

/// What the harness keeps at the start of every PE's heap, below the program's windows.
struct ControlWords {
  static constexpr std::uint64_t arrivals = 0;    ///< agents of this PE that entered a barrier, ever
  static constexpr std::uint64_t released = 8;    ///< barriers this PE has left
  static constexpr std::uint64_t rounds = 64;     ///< one signal word per round of the dissemination
  static constexpr std::uint64_t results = 1024;  ///< one 8-byte landing place per agent and context
  static constexpr std::uint64_t bytes(std::uint64_t agents, std::uint64_t contexts) {
    return (results + agents * contexts * 8 + 4095) / 4096 * 4096;
  }
};

/// What one agent remembers about its operations on one context. Zero-initialised; lives as long as the run.
template <class Env>
struct IssueState {
  struct Used {
    SendQueue<Env>* queue = nullptr;
    std::uint64_t end = 0;  ///< index after this agent's newest work request in it
    std::uint32_t key = 0;
  };
  bool stored = false;         ///< pointer path: stores that no fence has followed yet
  bool pushed = false;         ///< proxy path: commands that no quiet has followed yet
  std::uint32_t push_end = 0;  ///< position after the newest command
  std::uint32_t turn = 0;      ///< round_robin: how many calls so far
  Used* used = nullptr;        ///< gpu path: queues with operations that no quiet has followed yet
  std::uint32_t used_count = 0;
  std::uint32_t* used_slot = nullptr;  ///< by key (peer, queue of the peer): 1 + its place in `used`, or 0
  Used newest;                         ///< where the newest operation went
};

template <class Env>
struct AgentView {
  Pe me;
  std::uint32_t n_pes = 1;
  std::uint32_t agent = 0;
  std::uint32_t agents = 1;
  std::uint32_t lanes = 1;
  std::uint32_t contexts = 1;
  unsigned char* heap = nullptr;          ///< this PE's
  unsigned char* const* peers = nullptr;  ///< heaps reachable by load and store; null entries elsewhere
  QueueRules rules;
  Ring<Env>* rings = nullptr;         ///< one per context: those this agent pushes to
  IssueState<Env>* issue = nullptr;   ///< one per context
  std::uint64_t* barriers = nullptr;  ///< how many this agent has entered
};

}  // namespace gin
