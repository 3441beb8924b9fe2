// A ring whose producers are on a GPU: slots and the consumer's words in pinned memory of the host, the producers' in the GPU's.
#pragma once

#include <cstdint>

#include "core/cuda/memory.hpp"
#include "core/device/ring.hpp"

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen; no command in it. `Layout`: how commands lie in it (formats.hpp, ring_layouts.hpp).
template <class Layout>
class GpuRing {
 public:
  /// `capacity`: slots, a power of two.
  explicit GpuRing(std::uint32_t capacity)
      : capacity_(capacity),
        slots_(capacity * sizeof(typename Layout::Slot)),
        host_(sizeof(HostSide)),
        producers_(sizeof(RingGpuWords)) {}

  /// As its producers, or as its consumer sees it, who must not touch `gpu`.
  template <class Env>
  Ring<Env, Layout> ring() const {
    Ring<Env, Layout> ring;
    ring.slots = slots_.as<typename Layout::Slot>();
    ring.gpu = reinterpret_cast<RingGpuWords*>(producers_.data());
    ring.answers = &host_.as<HostSide>()->answers;
    ring.host = &host_.as<HostSide>()->words;
    ring.capacity = capacity_;
    return ring;
  }

 private:
  /// On lines of their own: each is written by one side and looked at by the other.
  struct HostSide {
    alignas(128) RingAnswers answers;
    alignas(128) RingHostWords words;
  };

  std::uint32_t capacity_;
  PinnedMemory slots_;
  PinnedMemory host_;
  DeviceMemory producers_;
};

}  // namespace gin::gpu
