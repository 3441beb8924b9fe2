// The cores of a machine and how near each is to a NIC: a proxy thread that polls next to its NIC sees a completion
// without a way across the machine. hwloc knows; its headers stay in the source files here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct hwloc_topology;

namespace gin::topology {

struct Devices;

/// Cores by the number that the OS gives one processor of each: siblings of a core share what a poller needs.
using Cores = std::vector<std::uint32_t>;

struct Nearness {
  Cores cores;          ///< nearest first
  std::string unknown;  ///< why they stand in the machine's own order; empty where the NIC was found
};

class Machine {
 public:
  /// The one that this process runs on. Throws Error(unavailable).
  static Machine here();
  /// The one that a text in hwloc's XML describes; nothing can be pinned there. Throws Error(bad_input).
  static Machine described(const std::string& xml);

  /// What the caller may use, by its control group and by the affinity it had when this was made.
  const Cores& cores() const { return cores_; }
  /// The same for a NIC as libfabric calls it ("eth0", "mlx5_0") or by its PCI address ("0000:a1:00.0").
  Nearness near(const std::string& nic) const;
  /// Its GPUs and NICs: core/topology/devices.hpp.
  Devices devices() const;
  /// From here on the calling thread stays on `core`. Returns a sentence where the OS refuses, else nothing.
  std::string pin_this_thread(std::uint32_t core) const;

 private:
  struct Destroy {
    void operator()(hwloc_topology* one) const;
  };
  using Handle = std::unique_ptr<hwloc_topology, Destroy>;

  static Handle fresh();
  Machine(Handle loaded, bool is_here);

  Handle handle_;
  bool is_here_;
  Cores cores_;
};

}  // namespace gin::topology
