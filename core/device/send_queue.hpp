// A send queue as those who post to it see it: its memory, and the gates at which they wait.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/formats.hpp"

namespace gin {

/// What a fabric keeps of a queue; each has its own.
struct FabricQueue {};

template <class Env, class QueueFormat = typename FormatsOf<Env>::Queue>
struct SendQueue {
  using Gate = typename Env::Gate;
  using Format = QueueFormat;
  typename Format::Memory memory;
  Pe peer;
  FabricQueue* fabric = nullptr;
  Gate in_order;                    ///< agents wait here for earlier reservations to be written
  Gate completion;                  ///< agents wait here
  Gate* acknowledgement = nullptr;  ///< and here, where operations are numbered
  Gate* note = nullptr;             ///< the CPU thread that rings for agents waits here; null: they ring themselves

  GIN_DEVICE QueueGpuWords& words() const { return *memory.gpu; }
  /// What the NIC says has failed, if anything has.
  GIN_DEVICE Failure failure() const { return {Format::status(memory), peer}; }
  /// For whoever looks at the queue: work requests up to `index` are ready. One agent at a time does this.
  GIN_DEVICE void announce(std::uint64_t index) const { Format::ring(memory, index); }
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

}  // namespace gin
