// The numbers of the emulated NIC, one per GPU, with the personality of a reliable-connection InfiniBand NIC:
// ordered per queue, atomics, signals strong within a queue.
#pragma once

#include <algorithm>

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
  bool limits_uplinks() const { return wire.uplink_percent < 100; }
  /// What the uplinks of a leaf with so many NICs let through.
  Bandwidth share(std::int64_t of_nic, std::uint32_t nics) const {
    const auto percent = static_cast<__int128>(of_nic) * nics * wire.uplink_percent / 100;
    return {std::max<std::int64_t>(1, static_cast<std::int64_t>(percent))};
  }
};

}  // namespace gin::emulated
