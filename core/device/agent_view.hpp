// What an agent is given when it starts: who it is, its PE's memory and queues, the rules of the stack. Plain
// values and pointers, passed by value into a kernel.
#pragma once

#include <cstdint>

#include "core/device/lane_order.hpp"
#include "core/device/lane_stores.hpp"
#include "core/device/lanes_beside.hpp"
#include "core/device/post_rules.hpp"
#include "core/device/ring.hpp"
#include "core/device/send_queue.hpp"

namespace gin {

/// How an agent's operations to one peer map to queues; from the stack file.
enum class QueueMap : std::uint8_t { single, by_agent, round_robin };

struct QueueRules {
  std::uint32_t per_peer = 1;  ///< queues per peer and context; each has one send queue on every rail
  QueueMap map = QueueMap::single;
  bool quiet_polls_all = false;  ///< quiet looks at every configured queue, not at those in use
  bool strong_signals = true;
  std::uint32_t doorbell_batch = 1;
  bool locks_doorbells = false;  ///< in virtual time: whoever rings takes a lock, which others wait for
  PostRules post;
  bool rings_keep_order = true;  ///< what the commands of one ring become

  /// Of what proxies carry.
  constexpr PostRules of_rings() const {
    PostRules rules = post;
    rules.keeps_order = rings_keep_order;
    rules.counted = false;
    return rules;
  }
  /// Calls of one agent to one peer go to several queues, which nothing orders.
  constexpr bool spans_queues() const { return map == QueueMap::round_robin && per_peer > 1; }
  /// A later operation may overtake an earlier one to the same peer: a fence has to wait.
  constexpr bool may_overtake() const { return spans_queues() || post.may_overtake(); }
  /// It is a signal that may overtake earlier operations to its peer: a strong one has to wait.
  constexpr bool signal_may_overtake(const Operation& operation) const {
    return spans_queues() ? is_signal(operation) : gin::signal_may_overtake(operation, post);
  }
};

/// What the harness keeps at the start of every PE's heap, below the program's windows.
struct ControlWords {
  static constexpr std::uint64_t arrivals = 0;    ///< agents of this PE that entered a barrier, ever
  static constexpr std::uint64_t released = 8;    ///< barriers this PE has left
  static constexpr std::uint64_t unwanted = 16;   ///< for old values that a NIC brings and nobody asked for
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
    std::uint64_t end = 0;     ///< index after this agent's newest work request in it
    std::uint32_t number = 0;  ///< after this agent's newest numbered operation in it
    std::uint32_t key = 0;
    bool is_numbered = false;
  };
  bool stored = false;     ///< pointer path: stores that no fence has followed yet
  bool clean = false;      ///< of the first context, for all: nothing written or seen since the agent drained
  bool grouped = false;    ///< between group_begin and group_end
  std::uint32_t turn = 0;  ///< round_robin: how many calls so far
  struct Pushed {
    std::uint32_t end = 0;        ///< position after the newest command
    bool any = false;             ///< commands that no quiet has followed yet
    std::uint32_t two_sided = 0;  ///< two-sided commands, which no quiet waits for: how many so far
    std::uint32_t through = 0;    ///< of those, how many this agent has waited for
  };
  Pushed* pushed = nullptr;  ///< proxy path: by ring
  Used* used = nullptr;      ///< gpu path: queues with operations that no quiet has followed yet
  std::uint32_t used_count = 0;
  std::uint32_t* used_slot = nullptr;  ///< by key (peer, queue, rail): 1 + its place in `used`, or 0
  std::uint32_t newest_key = 0;        ///< of the home queue of the newest operation
  Failure failure;                     ///< what a wait met that ended as failed
};

/// What only a host looks at.
struct HostView {
  LaneOrder* order = nullptr;     ///< in which lanes are played; null: theirs
  LaneStores* stores = nullptr;   ///< who decides when what lanes store at peers arrives; null: nobody
  LanesBeside* beside = nullptr;  ///< who charges lanes that do something at the same time; null: nobody
  const char* loop = "";          ///< the call whose lanes are running
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
  Ring<Env>* rings = nullptr;               ///< by context: the `rings_per_context` that this agent pushes to
  std::uint32_t rings_per_context = 1;      ///< several: the peer decides which
  IssueState<Env>* issue = nullptr;         ///< one per context
  std::uint64_t* barriers = nullptr;        ///< how many this agent has entered
  typename Env::Gate* word_gate = nullptr;  ///< where it waits for words of its own heap, one at a time
  typename Env::Paths paths;                ///< how each peer is reached
  typename Env::Queues queues;              ///< its PE's, by peer and queue of the peer
  bool completes_on_demand = false;         ///< proxies tell what is complete when somebody says that it waits
  HostView* host = nullptr;                 ///< null on a GPU
};

/// Where in its own heap an agent has the 8 bytes that a context's call waits for.
template <class Env>
GIN_DEVICE std::uint64_t landing_place(const AgentView<Env>& view, std::uint32_t context) {
  return ControlWords::results + (view.agent * view.contexts + context) * 8;
}

/// Of what the agent issued and has not seen complete: what failed, if anything has.
template <class Env>
GIN_DEVICE Failure failure_of(const AgentView<Env>& view) {
  for (std::uint32_t context = 0; context < view.contexts; ++context) {
    const IssueState<Env>& state = view.issue[context];
    for (std::uint32_t i = 0; i < state.used_count; ++i)
      if (const Failure queue = state.used[i].queue->failure(); queue.status != CompletionStatus::ok) return queue;
    for (std::uint32_t i = 0; i < view.rings_per_context; ++i)
      if (state.pushed[i].any || state.pushed[i].through != state.pushed[i].two_sided)
        if (const Failure ring = view.rings[context * view.rings_per_context + i].failure();
            ring.status != CompletionStatus::ok)
          return ring;
  }
  return {};
}

}  // namespace gin
