// The ring between the agents of a PE and a proxy thread, as one of them sees it: many producers, one consumer.
#pragma once

#include <cstdint>

#include "core/device/formats.hpp"

namespace gin {

template <class Env, class CommandFormat = typename FormatsOf<Env>::Commands>
struct Ring {
  using Format = CommandFormat;
  using Slot = typename Format::Slot;
  using Command = typename Format::Command;
  Slot* slots = nullptr;
  RingGpuWords* gpu = nullptr;
  RingHostWords* host = nullptr;
  std::uint32_t capacity = 0;                ///< a power of two
  typename Env::Gate* pushed = nullptr;      ///< the proxy waits here
  typename Env::Gate* credit = nullptr;      ///< producers wait here for room
  typename Env::Gate* completion = nullptr;  ///< agents wait here for completions

  GIN_DEVICE Slot& slot(std::uint32_t position) const { return slots[position & (capacity - 1)]; }
};

/// What the proxy says has failed, if anything has.
template <class Env>
GIN_DEVICE inline Failure failure_of(const Ring<Env>& ring) {
  return unpack_failure(load<Order::acquire>(ring.gpu->failure));  // with it comes what completed before
}

/// Writes the slots of a command, each by itself.
template <class Env>
GIN_DEVICE void publish(const Ring<Env>& ring, std::uint32_t position, const typename Ring<Env>::Command& command) {
  for (std::uint32_t i = 0; i < command.count; ++i)
    Ring<Env>::Format::publish(ring.slot(position + i), command.slots[i], {position + i, ring.capacity});
}

}  // namespace gin
