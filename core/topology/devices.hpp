// What moves a machine's data: its GPUs, its NICs for RDMA, and how far they are from each other. Plain data, so that
// whoever chooses between them needs no hwloc, and a test needs no machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gin::topology {

struct Nic {
  std::string name;     ///< as verbs and libfabric call it: "rdmap79s0", "mlx5_0"
  std::string address;  ///< on PCI: "0000:4f:00.0"
  std::string kind;     ///< PCI vendor and device, "1d0f:efa2": one kind cannot talk to another over the wire
  std::string dead;     ///< why it carries nothing; empty: it does
};

struct Way {
  std::uint32_t steps = 0;  ///< up the machine, until a part holds the NIC: comparable within a place
  std::string meets;        ///< "behind the same PCIe switch"
};

/// Where the data of a PE lies: in a GPU, or in a NUMA domain on a machine that has none.
struct Place {
  std::string name;       ///< "gpu 0000:53:00.0", "NUMA domain 1"
  std::vector<Way> ways;  ///< to each NIC
};

/// Both in the order of their addresses.
struct Devices {
  bool in_gpus = false;  ///< places are GPUs
  std::vector<Place> places;
  std::vector<Nic> nics;
};

}  // namespace gin::topology
