// What queues of agents are made for, and what they all do before a test of the wrap, whichever device they are on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/device/host_queue_format.hpp"

namespace gin::verbs {

struct QueueJob {
  std::uint32_t n_pes = 1;
  std::uint32_t per_peer = 1;           ///< queues
  std::uint32_t depth = 0;              ///< requests of each, where the device has room for so many
  std::int64_t refused = 0;             ///< the request of this PE that its target refuses (Refusal)
  std::vector<SignalWords> words = {};  ///< that signals may go to, for a device that counts
};

struct QueueLimits {
  std::uint64_t inline_max = 0;   ///< bytes of a put
  std::uint64_t message_max = 0;  ///< bytes of a request
  bool counts = false;            ///< PostRules::counted
};

/// Posts `step` requests for each doorbell, and waits for all, until the next one is the last but a few of 16 bits. After everybody has connected.
void go_to_wrap(DeviceQueue& queue, std::uint32_t step);

}  // namespace gin::verbs
