// Send queues whose agents are on a GPU and whose NIC is a CPU thread: agents' words in the GPU's memory, slots, doorbells and what the NIC
// writes in pinned memory of the host.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cuda/memory.hpp"
#include "core/device/formats.hpp"

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen. Throws Error(failed).
class Queues {
 public:
  using Memory = PinnedQueueFormat::Memory;

  /// `depth`: work requests of each, a power of two. The first will have index `first`.
  Queues(std::uint32_t count, std::uint32_t depth, std::uint64_t first);

  const std::vector<Memory>& all() const { return all_; }
  /// Once their agents have ended: whether all that they posted is complete, or its queue has failed and no more will be.
  bool are_complete() const;

 private:
  struct alignas(128) HostSide {
    QueueHostWords words;
    alignas(64) std::uint32_t record = 0;
  };

  PinnedMemory slots_;
  PinnedMemory host_;
  DeviceMemory words_;
  std::vector<Memory> all_;
};

}  // namespace gin::gpu
