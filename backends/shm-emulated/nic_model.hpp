// The numbers of the emulated NIC, one per GPU, with the personality of a reliable-connection InfiniBand NIC:
// ordered per queue, atomics, signals strong within a queue.
#pragma once

#include "core/base/units.hpp"
#include "models/profile.hpp"

namespace gin::emulated {

struct NicModel {
  models::PcieProfile pcie;
  models::NicProfile nic;
  models::WireProfile wire;
  models::IommuProfile iommu = {};
  Duration copy = {};  ///< where the NIC does not reach GPU memory: a copy between it and the CPU's, less its bytes

  /// Bytes on the wire: payload cut into packets, each with its header; a request without payload is one packet.
  Bytes on_wire(Bytes payload) const {
    const std::int64_t packets = payload.count == 0 ? 1 : (payload.count + nic.mtu.count - 1) / nic.mtu.count;
    return {payload.count + packets * nic.header.count};
  }
};

}  // namespace gin::emulated
