// One connection as the NIC keeps it, around the send queue that agents and proxies write.
#pragma once

#include <cstdint>

#include "core/base/fifo.hpp"
#include "core/env/virtual_env.hpp"

namespace gin::emulated {

class CompletionQueue;
struct Message;

/// A work request that is done, and when its completion can be in memory at the earliest. Before it is done, when
/// it arrives, where that must not be before those ahead of it.
struct Finished {
  Message* message = nullptr;
  Instant at;
};

struct alignas(64) NicQueue : FabricQueue {
  SendQueue<VirtualEnv> send;  ///< as agents in virtual time see it; others share its memory only
  QueueGpuWords words;         ///< unless its memory is somebody else's
  Finished* finished = nullptr;
  CompletionQueue* completions = nullptr;  ///< where a CPU polls; null: agents look at the send queue itself
  Pe source;
  std::uint32_t cpu_slot = 0;     ///< a CPU thread's own record of this queue
  std::uint32_t fetch_count = 0;  ///< what the fetch under way has yet to take
  std::uint16_t stream = 0;
  std::uint16_t rail = 0;  ///< of both NICs

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

/// The completions of all queues that one CPU thread posts to, in order of arrival.
class CompletionQueue {
 public:
  struct Entry {
    NicQueue* queue;
    std::uint16_t newest;
  };
  explicit CompletionQueue(sim::Gate& gate) : gate_(gate) {}

  bool empty() const { return entries_.empty(); }
  void push(const Entry& entry) { entries_.push(entry); }
  Entry pop() { return entries_.pop(); }
  sim::Gate& gate() { return gate_; }

 private:
  sim::Gate& gate_;
  Fifo<Entry> entries_;
};

}  // namespace gin::emulated
