// What crossing PCIe costs: who asks, whose memory it is, which way lies between them, and who translates.
//
// A CPU stands at the NIC's socket, where proxies run (core/topology), and its memory with it. So between CPU and
// NIC there is nothing but the profile's own number, between GPU and CPU the sockets' link when the NIC is at
// another socket, and between GPU and NIC whatever the placement says.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

enum class Device { gpu, nic, cpu };  ///< or its memory: the GPU's HBM, the CPU's DRAM, the NIC's registers

struct Way {
  Device from;  ///< who reads or writes
  Device to;    ///< what is read or written
};

/// What the IOMMU finds in its cache of translations.
enum class Lookup { hit, miss };

/// What a device's requests meet on their way through this machine.
struct Crossing {
  bool root_complex = false;
  bool socket = false;
};
Crossing crossing(const PcieProfile& pcie, const IommuProfile& iommu, Way way);

/// The translation of one address of a request; a CPU's requests take none.
Itemised translation(const IommuProfile& iommu, Device from, Lookup lookup);

/// Until the bytes are visible at the other end.
Itemised posted_write(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup = Lookup::hit);

/// The same as one duration.
Duration posted_time(const Profile& profile, Way way);

/// The round trip until the first byte is there. Throws Error(bad_input) where no profile says what the bare read
/// takes.
Itemised read(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup = Lookup::hit);

/// The NIC's fetch of work requests from a queue in memory of `in`.
Itemised fetch(const PcieProfile& pcie, const IommuProfile& iommu, const NicProfile& nic, Device in,
               Lookup lookup = Lookup::hit);

/// A copy between GPU and CPU memory, either way, until the CPU knows that it is done.
Itemised copy(const PcieProfile& pcie, const HostProfile& host, Bytes bytes);

/// What a stream of bytes between GPU and CPU memory gets at most, each direction.
Bandwidth host_bandwidth(const PcieProfile& pcie);

/// What a stream of bytes between GPU and NIC gets at most, each direction.
Bandwidth peer_bandwidth(const PcieProfile& pcie, const IommuProfile& iommu);

}  // namespace gin::models::cost
