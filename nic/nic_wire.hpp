// The emulated NIC as a wire of one CPU thread in virtual time: what the runtime does over libfabric, it does over this.
#pragma once

#include "core/fabric/wire.hpp"
#include "nic/wire_queues.hpp"

namespace gin::emulated {

class NicWire {
 public:
  /// `gate` moves when something is done or arrives.
  NicWire(VirtualEnv& env, Network& network, sim::Gate& gate, const WireSetup& setup);

  WireLimits limits() const { return limits_; }
  Post post(const WorkRequest& request, std::uint64_t token);
  bool progress();
  bool next_done(std::uint64_t& token);
  bool next_arrival(Arrival& arrival);
  /// The request that is posted next belongs to the operation of this number, where it is recorded.
  void about(std::uint32_t number) { number_ = number; }

 private:
  VirtualEnv& env_;
  WireLimits limits_;
  ArrivalQueue heard_;
  WireQueues queues_;
  Fifo<std::uint64_t> done_;
  std::uint32_t number_ = 0;
};

static_assert(Wire<NicWire>);

}  // namespace gin::emulated
