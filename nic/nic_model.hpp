// The numbers of the emulated NIC, one per GPU, with the personality of a reliable-connection InfiniBand NIC:
// ordered per queue, atomics, signals strong within a queue.
#pragma once

#include "core/base/units.hpp"
#include "models/cost/wire.hpp"
#include "models/profile.hpp"

namespace gin::emulated {

struct NicModel {
  models::PcieProfile pcie;
  models::NicProfile nic;
  models::WireProfile wire;
  models::IommuProfile iommu = {};
  Duration copy = {};  ///< where the NIC does not reach GPU memory: a copy between it and the CPU's, less its bytes

  Bytes on_wire(Bytes payload) const { return models::cost::on_wire(nic, payload); }
  /// The way from leaf to leaf differs from the way within one.
  bool has_spine() const { return wire.spine.ps > 0 || limits_uplinks(); }
  /// Messages of a connection take different uplinks.
  bool has_several_ways() const { return wire.uplinks > 1 && wire.routing != models::Routing::by_flow; }
  /// Messages of a queue overtake each other on their way to a NIC that keeps their order.
  bool holds_early() const {
    return nic.ordering == models::NicOrdering::per_queue && (wire.spray.ps > 0 || has_several_ways());
  }
  /// Several may be of unequal load, whatever they bring across together.
  bool limits_uplinks() const { return wire.uplink_percent < 100 || wire.uplinks > 1; }
};

}  // namespace gin::emulated
