// One connection as the NIC keeps it, around the send queue that agents and proxies write.
#pragma once

#include <cstdint>
#include <vector>

#include "core/env/virtual_env.hpp"

namespace gin::emulated {

class CompletionQueue;
struct Message;

/// A work request that is done, and when its completion can be in memory at the earliest.
struct Finished {
  Message* message = nullptr;
  Instant at;
};

struct NicQueue {
  SendQueue<VirtualEnv> send;
  std::vector<WorkRequest> memory;  ///< what send.slots points to
  Pe source;
  Pe peer;
  std::uint32_t stream = 0;
  std::uint32_t rail = 0;                  ///< of both NICs
  CompletionQueue* completions = nullptr;  ///< where a CPU polls; null: agents look at the send queue itself
  std::size_t cpu_slot = 0;                ///< that CPU thread's own record of this queue

  std::uint64_t announced = 0;  ///< doorbells told of work requests up to here
  std::uint64_t fetched = 0;    ///< in the NIC
  bool fetching = false;
  std::uint64_t fetch_end = 0;  ///< where the fetch under way ends
  sim::Chain doorbell_chain;    ///< of the newest doorbell
  sim::Chain fetch_chain;       ///< of the fetch under way

  // One queue keeps its order at every stage: nothing may overtake what these say.
  Instant transmit_ready;
  Instant received;
  Instant visible;
  Instant completed;

  // Completions are written in the order of the work requests, whatever order the network answers in.
  std::vector<Finished> finished;  ///< by index, as the slots of the send queue
  std::uint64_t retired = 0;       ///< completions before this one are written or scheduled
};

/// The completions of all queues that one CPU thread posts to, in order of arrival.
class CompletionQueue {
 public:
  struct Entry {
    NicQueue* queue;
    std::uint16_t newest;
  };
  explicit CompletionQueue(sim::Gate& gate) : gate_(gate) {}

  bool empty() const { return count_ == 0; }
  void push(const Entry& entry) {
    if (count_ == ring_.size()) grow();
    ring_[(head_ + count_++) & (ring_.size() - 1)] = entry;
  }
  Entry pop() {
    const Entry entry = ring_[head_];
    head_ = (head_ + 1) & (ring_.size() - 1);
    --count_;
    return entry;
  }
  sim::Gate& gate() { return gate_; }

 private:
  void grow() {
    std::vector<Entry> larger(ring_.empty() ? 16 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[(head_ + i) & (ring_.size() - 1)];
    ring_.swap(larger);
    head_ = 0;
  }

  sim::Gate& gate_;
  std::vector<Entry> ring_;
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gin::emulated
