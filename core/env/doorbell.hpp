// What a NIC hears when the doorbell of a queue has come, in virtual time or while a paced world is visited.
#pragma once

#include <cstdint>

#include "core/device/send_queue.hpp"
#include "core/sim/causal_path.hpp"

namespace gin {

struct Doorbell {
  FabricQueue& queue;
  std::uint64_t index = 0;       ///< work requests up to here are ready
  bool carries_request = false;  ///< the only new one came along (BlueFlame), nothing has to be fetched
  sim::Chain cause = {};         ///< ends in the doorbell; none where nobody asks for critical paths
};

class DoorbellHearer {
 public:
  virtual ~DoorbellHearer() = default;
  virtual void rung(const Doorbell& doorbell) = 0;
};

}  // namespace gin
