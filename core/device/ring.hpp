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
  RingAnswers* answers = nullptr;
  RingHostWords* host = nullptr;
  std::uint32_t capacity = 0;                ///< a power of two
  typename Env::Gate* pushed = nullptr;      ///< the proxy waits here
  typename Env::Gate* credit = nullptr;      ///< producers wait here for room
  typename Env::Gate* completion = nullptr;  ///< agents wait here for completions
  std::uint32_t* two_sided = nullptr;        ///< by agent: its sends and receives that are through, ever

  GIN_DEVICE Slot& slot(std::uint32_t position) const { return slots[position & (capacity - 1)]; }
  /// What the proxy says has failed, if anything has. With it comes what completed before.
  GIN_DEVICE Failure failure() const {
    return unpack_failure(load<Order::acquire>(answers->failure));  // as said above
  }
  /// Writes the slots of a command, each by itself.
  GIN_DEVICE void publish(std::uint32_t position, const Command& command) const {
    for (std::uint32_t i = 0; i < command.count; ++i)
      Format::publish(slot(position + i), command.slots[i], {position + i, capacity});
  }
};

}  // namespace gin
