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
};

}  // namespace gin::emulated
