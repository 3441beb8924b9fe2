// What agents in virtual time ask of the network that carries out their work requests.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/base/units.hpp"
#include "core/device/send_queue.hpp"
#include "core/env/doorbell.hpp"
#include "core/sim/server.hpp"

namespace gin {

class VirtualEnv;

/// Where queues come from: the emulated NIC implements it. Asked once per connection, then remembered.
class QueueSource : public DoorbellHearer {
 public:
  /// `cpu_rings`: agents leave notes for a CPU thread instead of ringing.
  virtual SendQueue<VirtualEnv>& queue(Pe source, Pe peer, std::uint32_t index, bool cpu_rings) = 0;
  /// Makes slot memory for work requests up to index `end`.
  virtual void grow(FabricQueue& queue, std::uint64_t end) = 0;
  /// Work request `index`, for which there is memory, is part of the operation of that number.
  virtual void placed(FabricQueue& queue, std::uint64_t index, std::uint32_t number) = 0;
  /// A CPU thread moves bytes to its GPU's memory; returns from when on, and when they are there.
  virtual sim::Service write_memory(Pe pe, Bytes bytes) = 0;
};

}  // namespace gin
