// How far a core is from a NIC: so many steps up the machine from where the NIC hangs until a part holds the core.
#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>

#include "core/topology/machine.hpp"

namespace gin::topology {
namespace {

hwloc_obj_t device_called(hwloc_topology_t machine, const std::string& nic) {
  for (hwloc_obj_t device = nullptr; (device = hwloc_get_next_osdev(machine, device));)
    if (device->name && nic == device->name) return device;
  return hwloc_get_pcidev_by_busidstring(machine, nic.c_str());
}

/// Devices have no depth that could be compared (hwloc_get_common_ancestor_obj crashes on them), but parents.
int steps(hwloc_obj_t around, std::uint32_t core) {
  int up = 0;
  for (; around && !hwloc_bitmap_isset(around->cpuset, core); around = around->parent) ++up;
  return up;
}

}  // namespace

Nearness Machine::near(const std::string& nic) const {
  Nearness found{cores_, {}};
  const hwloc_obj_t device = device_called(handle_.get(), nic);
  if (!device) {
    found.unknown = fmt::format(
        "NIC \"{}\": expected a device that hwloc lists, came none of that name; cores stand"
        " in the machine's own order (lstopo shows the devices)",
        nic);
    return found;
  }
  const hwloc_obj_t around = hwloc_get_non_io_ancestor_obj(handle_.get(), device);
  std::ranges::stable_sort(found.cores, {}, [around](std::uint32_t core) { return steps(around, core); });
  return found;
}

}  // namespace gin::topology
