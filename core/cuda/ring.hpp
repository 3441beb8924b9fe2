// A ring whose producers are on a GPU: slots and the consumer's words in memory of the host, the producers' in the GPU's.
#pragma once

#include <cstdint>

#include "core/cuda/memory.hpp"
#include "core/device/ring.hpp"

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen; no command in it, and none before position `start`. `Layout`: how commands lie in
/// it (formats.hpp, ring_layouts.hpp). `HostMemory`: where slots and the consumer's words lie.
template <class Layout, class HostMemory = PinnedMemory>
class GpuRing {
 public:
  /// `capacity`: slots, a power of two.
  explicit GpuRing(std::uint32_t capacity, std::uint32_t start = 0)
      : capacity_(capacity),
        slots_(capacity * sizeof(typename Layout::Slot)),
        host_(sizeof(HostSide)),
        producers_(sizeof(RingGpuWords)) {
    if (start == 0) return;
    const RingGpuWords words{start, start};
    producers_.write(&words, sizeof(words));
    host_.template as<HostSide>()->answers.completed = start;
    host_.template as<HostSide>()->words = {start, start};
    for (std::uint32_t position = start - capacity; position != start; ++position)  // the lap before
      Layout::leave_out(slots_.template as<typename Layout::Slot>()[position & (capacity - 1)],
                        {position, capacity});
  }

  /// As its producers, or as its consumer sees it, who must not touch `gpu`.
  template <class Env>
  Ring<Env, Layout> ring() const {
    Ring<Env, Layout> ring;
    ring.slots = slots_.template as<typename Layout::Slot>();
    ring.gpu = reinterpret_cast<RingGpuWords*>(producers_.data());
    ring.answers = &host_.template as<HostSide>()->answers;
    ring.host = &host_.template as<HostSide>()->words;
    ring.capacity = capacity_;
    return ring;
  }

  RingAnswers& answers() const { return host_.template as<HostSide>()->answers; }
  /// Once its producers have ended: whether every command that they pushed is complete, or one has failed and no more will be. If
  /// not, completions may have to be asked for, which this does.
  bool is_complete() const {
    RingGpuWords producers;
    producers_.read(&producers, sizeof(producers));
    if (load<Order::acquire>(answers().completed) == producers.head) return true;
    if (load<Order::relaxed>(answers().failure) != 0) return true;
    store<Order::relaxed>(host_.template as<HostSide>()->words.wanted, producers.head);
    return false;
  }

 private:
  /// On lines of their own: each is written by one side and looked at by the other.
  struct HostSide {
    alignas(128) RingAnswers answers;
    alignas(128) RingHostWords words;
  };

  std::uint32_t capacity_;
  HostMemory slots_;
  HostMemory host_;
  DeviceMemory producers_;
};

using CommandRing = GpuRing<SixteenByteCommands>;

}  // namespace gin::gpu
