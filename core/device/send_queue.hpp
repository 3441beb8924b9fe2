// A send queue as those who post to it see it: its memory, and the gates at which they wait.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/atomic.hpp"
#include "core/format/queue_words.hpp"

namespace gin {

/// What a fabric keeps of a queue; each has its own.
struct FabricQueue {};

template <class Env>
struct SendQueue {
  using Gate = typename Env::Gate;
  QueueMemory memory;
  Pe peer;
  FabricQueue* fabric = nullptr;
  Gate in_order;                    ///< agents wait here for earlier reservations to be written
  Gate completion;                  ///< agents wait here
  Gate* acknowledgement = nullptr;  ///< and here, where operations are numbered
  Gate* note = nullptr;             ///< the CPU thread that rings for agents waits here; null: they ring themselves

  GIN_DEVICE QueueGpuWords& words() const { return *memory.gpu; }
};

/// The queues of a PE whose slots are all in memory from the start.
template <class Env>
struct QueueTable {
  SendQueue<Env>* queues = nullptr;  ///< by peer, then queue of the peer
  std::uint32_t per_peer = 1;

  GIN_DEVICE SendQueue<Env>& operator()(Pe peer, std::uint32_t index) const {
    return queues[peer.value * per_peer + index];
  }
  /// There is memory for work requests up to index `end`.
  GIN_DEVICE void room(SendQueue<Env>&, std::uint64_t) const {}
};

/// Brings `completed` up to date with what the NIC wrote and returns it. Several agents may look at once.
GIN_DEVICE inline std::uint64_t look_for_completions(QueueGpuWords& words) {
  const std::uint64_t before = load<Order::relaxed, Scope::gpu>(words.completed);
  // Acquire: what the NIC wrote before the completion (the bytes of a get, a fetched value) is visible after it.
  const std::uint64_t now = completed_after(before, load<Order::acquire>(words.completion_record));
  // Release: whoever takes `now` from here has seen what the NIC wrote, as we have.
  if (now > before) raise<Order::release, Scope::gpu>(words.completed, now);
  return now;
}

/// For a CPU that looks at the queue: work requests up to `index` are ready. One agent at a time does this.
GIN_DEVICE inline void announce(const QueueMemory& memory, std::uint64_t index) {
  store<Order::release>(memory.host->announced, index);  // their slots are written
}

}  // namespace gin
