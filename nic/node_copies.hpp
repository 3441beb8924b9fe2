// The bytes of sends and receives within a node: the CPUs have matched the two, and the receiver's GPU loads the
// bytes over NVLink from where the sender has them, as NCCL does between peers that can map each other's memory
// (docs/decisions/017).
#pragma once

#include "core/env/in_flight.hpp"
#include "core/env/virtual_env.hpp"
#include "core/fabric/wire.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

class NodeCopies {
 public:
  /// `cpu`: of the receiver.
  NodeCopies(VirtualEnv& cpu, Network& network) : cpu_(cpu), network_(network) {}

  /// Agents of the two reach each other by load and store, and what is sent goes that way, too.
  bool joins(Pe me, Pe peer) const;

  /// The GPU is told, moves the bytes as fast as one agent of this run can, and tells both CPUs.
  void begin(const NearMatch& match);

 private:
  struct Copy {
    NodeCopies* of;
    NearMatch match;
    sim::Chain chain;
    void move(std::uint64_t);
    void land(std::uint64_t);
    void tell(std::uint64_t);
  };
  World& world() const { return cpu_.world(); }
  Pe me() const { return cpu_.who().pe; }
  template <void (Copy::*step)(std::uint64_t)>
  void later(Copy& copy, Instant when) {
    world().simulation.schedule(cpu_.actor(), when, sim::action<step>(copy));
  }

  VirtualEnv& cpu_;
  Network& network_;
  InFlight<Copy> under_way_;
};

}  // namespace gin::emulated
