// A wire between PEs of one process that takes the emulated NIC's time: requests go through `Network`, whose world
// follows the wall clock (core/env/paced_world.hpp). Doorbell, fetch, pipelines, ports, PCIe and, where packets
// take different ways, detours are the ones of virtual time; so is the order of everything, and bytes are read and
// written when the NIC would. The CPU's part of it is charged to the thread that uses the wire.
#pragma once

#include "core/env/wall_env.hpp"
#include "core/fabric/wire.hpp"
#include "nic/wire_queues.hpp"

namespace gin::emulated {

class DelayedWire {
 public:
  /// Made before there are threads. `cpu`: who pays for posting and for handling what arrives.
  DelayedWire(PacedWorld& paced, Network& network, WallEnv& cpu, const NicWireSetup& setup);

  WireLimits limits() const { return limits_; }
  Post post(const WorkRequest& request, std::uint64_t token);
  bool progress();
  bool next_done(Done& done);
  bool next_arrival(Arrival& arrival);

 private:
  /// Tells the emulated NIC, across PCIe, of what was put into a queue.
  struct Doorbell {
    DelayedWire* from;
    NicQueue* queue;
    bool carries_request;  ///< the only new one comes along (BlueFlame)
    void arrive(std::uint64_t index);
  };

  PacedWorld& paced_;
  Network& network_;
  WallEnv& cpu_;
  WireLimits limits_;
  sim::Gate gate_;  // nobody waits there: whoever owns a wire polls
  ArrivalQueue heard_;
  WireQueues queues_;
  sim::Lane doorbell_lane_;
  InFlight<Doorbell> doorbells_;
  // Of this thread alone.
  Fifo<Done> done_;
  Fifo<Arrival> arrivals_;
};

static_assert(Wire<DelayedWire>);

}  // namespace gin::emulated
