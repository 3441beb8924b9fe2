// The emulated NIC as a wire of one CPU thread in virtual time: what the runtime does over libfabric, it does over this.
#pragma once

#include "core/fabric/wire.hpp"
#include "nic/node_copies.hpp"
#include "nic/wire_queues.hpp"

namespace gin::emulated {

class NicWire {
 public:
  /// `gate` moves when something is done or arrives.
  NicWire(VirtualEnv& env, Network& network, sim::Gate& gate, const NicWireSetup& setup);

  WireLimits limits() const { return limits_; }
  Post post(const WorkRequest& request, std::uint64_t token) {
    return post(request, token, queues_.own_dispatch());
  }
  bool progress() { return !heard_.empty(); }
  bool next_done(Done& done);
  bool next_arrival(Arrival& arrival);

  Post post(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch);
  /// Throws PostUse's sentence where no queue is deep enough.
  bool has_room(const Operation& operation, std::uint32_t stream, const PostRules& post);
  bool wants_doorbell() const { return queues_.wants_doorbell(); }
  void ring_doorbell();

  void hand_over(Pe pe, std::uint32_t thread, Arrival&& arrival);
  void tell_agents(Pe peer, std::uint32_t stream, std::uint32_t number);
  bool is_near(Pe peer) const { return node_copies_.joins(env_.who().pe, peer); }
  void copy_near(const NearMatch& match) { node_copies_.begin(match); }

 private:
  VirtualEnv& env_;
  Network& network_;
  WireLimits limits_;
  ArrivalQueue heard_;
  WireQueues queues_;
  NodeCopies node_copies_;
  Fifo<Done> done_;
};

static_assert(SharedWire<NicWire>);

}  // namespace gin::emulated
