// How many queues there are between PEs, and one of them as the NIC keeps it, around the send queue that agents and
// proxies write.
#pragma once

#include <cstdint>

#include "core/base/fifo.hpp"
#include "core/env/virtual_env.hpp"
#include "core/topology/rotation.hpp"

namespace gin::emulated {

/// A stream is what a peer knows a queue by: one send queue on each rail, the one on the home rail first.
struct NetworkRules {
  std::uint32_t agent_streams = 1;  ///< to each peer, contexts included
  std::uint32_t contexts = 1;       ///< of the program; each has as many of the agents' streams
  std::uint32_t cpu_streams = 0;    ///< to each peer, of all CPU threads of the PE together
  std::uint32_t threads = 0;        ///< CPU threads of each PE that listen; stream s is theirs in turn
  std::uint32_t depth = 1024;
  std::uint32_t pes_per_node = 1;
  bool near_sends = true;            ///< what is sent within a node takes no NIC
  bool numbered = false;             ///< operations of a stream take numbers (PostRules)
  bool counted = false;              ///< signals and completions are counters of the NICs (PostRules)
  bool agent_queues_on_cpu = false;  ///< agents' send queues and completions lie in the CPU's memory
  std::uint64_t first_index = 0;     ///< where queue indices start; tests start them near a wrap
  std::uint32_t first_number = 0;    ///< the same for numbers

  std::uint32_t streams() const { return agent_streams + cpu_streams; }
  /// The rail of a stream's first queue, before it is taken modulo their number. A program that has several
  /// contexts chooses rails by them: one context, one rail, whoever the peer is. Else they differ from pair to pair
  /// and from stream to stream, so that no rail is everyone's first. A NIC that counts knows its own counts only, so a
  /// context has one rail there even where it is alone.
  std::uint32_t home_rail(Pe source, Pe peer, std::uint32_t stream) const {
    if ((contexts > 1 || counted) && stream < agent_streams) return stream / (agent_streams / contexts);
    return topology::home_rail({source.value, peer.value, stream});
  }
  /// Which thread of a PE handles what arrives from, or comes back to, a stream.
  std::uint32_t thread_of(std::uint32_t stream) const {
    return (stream < agent_streams ? stream : stream - agent_streams) % threads;
  }
};

/// What one CPU thread finds, in the order in which it came. Whoever adds to it moves the thread's gate.
template <class Entry>
struct Inbox : Fifo<Entry> {
  explicit Inbox(sim::Gate& of_thread) : gate(of_thread) {}
  sim::Gate& gate;
};

struct NicQueue;
struct CompletionEntry {
  NicQueue* queue;
  std::uint16_t newest;
  CompletionStatus next = CompletionStatus::ok;  ///< how the one after it ended, if it failed
};
/// Of all queues that one CPU thread posts to.
using CompletionQueue = Inbox<CompletionEntry>;

struct Message;

/// A work request that is done, and when its completion can be in memory at the earliest. Before it is done, when
/// it arrives, where that must not be before those ahead of it. Before the NIC has it, what it is part of.
struct Finished {
  Message* message = nullptr;
  Instant at;
  std::uint32_t operation = 0;  ///< its number; 0: nobody asks
};

struct alignas(64) NicQueue : FabricQueue {
  SendQueue<VirtualEnv> send;  ///< as agents in virtual time see it; others share its memory only
  QueueGpuWords words;         ///< unless its memory is somebody else's
  Finished* finished = nullptr;
  CompletionQueue* completions = nullptr;  ///< where a CPU polls; null: agents look at the send queue itself
  Pe source;
  std::uint32_t cpu_slot = 0;     ///< a CPU thread's own record of this queue
  std::uint16_t fetch_count = 0;  ///< what the fetch under way has yet to take
  std::uint16_t stream = 0;
  std::uint16_t rail = 0;                          ///< of both NICs
  CompletionStatus failed = CompletionStatus::ok;  ///< at the source: nothing completes any more
  bool is_broken = false;                          ///< at the target, which takes nothing more

  std::uint64_t announced = 0;  ///< doorbells told of work requests up to here
  std::uint64_t fetched = 0;    ///< in the NIC
  sim::Chain doorbell_chain;    ///< of the newest doorbell
  sim::Chain fetch_chain;       ///< of the fetch under way

  // One queue keeps its order at every stage: nothing may overtake what these say.
  Instant transmit_ready;
  Instant received;
  Instant visible;
  Instant completed;
  Instant could_be_visible;  // had nothing else been in the way

  // Completions are written in the order of the work requests, whatever order the network answers in.
  std::uint64_t retired = 0;  ///< completions before this one are written or scheduled

  bool owns_memory() const { return send.memory.gpu == &words; }
  bool is_fetching() const { return fetch_count > 0; }
  /// By index as the slots of the send queue: what was done before earlier ones were.
  Finished& finished_slot(std::uint64_t index) const { return finished[index & (send.memory.capacity - 1)]; }
};
// A thousand PEs that all talk to each other have a million of them.
static_assert(sizeof(NicQueue) <= 256);

}  // namespace gin::emulated
