// Which of hwloc's devices are GPUs and NICs, and where on the way up the machine one meets the other.
#include "core/topology/devices.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>
#include <tuple>

#include "core/topology/machine.hpp"

namespace gin::topology {
namespace {

using Objects = std::vector<hwloc_obj_t>;

using Pci = hwloc_obj_attr_u::hwloc_pcidev_attr_s;

/// What `device` is or hangs on; a NIC in software may hang on nothing.
hwloc_obj_t card_of(hwloc_obj_t device) {
  while (device && device->type != HWLOC_OBJ_PCI_DEVICE) device = device->parent;
  return device;
}

const Pci& pci(hwloc_obj_t device) {
  return card_of(device)->attr->pcidev;
}

std::string address(hwloc_obj_t device) {
  const Pci& at = pci(device);
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", at.domain, at.bus, at.dev, at.func);
}

void in_order_of_addresses(Objects& devices) {
  std::ranges::sort(devices, {}, [](hwloc_obj_t device) {
    const Pci& at = pci(device);
    return std::tuple(at.domain, at.bus, at.dev, at.func, device->gp_index);
  });
}

/// A console's VGA controller, of a virtual machine or a server's management, has no PCIe link of its own.
bool is_gpu(hwloc_obj_t device) {
  switch (pci(device).class_id) {
    case 0x0302:  // 3D controller: NVIDIA's of data centres
    case 0x0380:  // other display controller: some of AMD's
    case 0x1200:  // processing accelerator: AMD's later ones
      return true;
    case 0x0300:
      return pci(device).linkspeed > 0;
    default:
      return false;
  }
}

Objects gpus_of(hwloc_topology_t machine) {
  Objects gpus;
  for (hwloc_obj_t device = nullptr; (device = hwloc_get_next_pcidev(machine, device));)
    if (is_gpu(device)) gpus.push_back(device);
  in_order_of_addresses(gpus);
  return gpus;
}

Objects nics_of(hwloc_topology_t machine) {
  Objects nics;
  for (hwloc_obj_t device = nullptr; (device = hwloc_get_next_osdev(machine, device));)
    if (device->attr->osdev.type == HWLOC_OBJ_OSDEV_OPENFABRICS && card_of(device)) nics.push_back(device);
  in_order_of_addresses(nics);
  return nics;
}

/// Memory alone, such as a GPU's behind Grace, is a domain for the kernel and no place for a PE.
Objects domains_of(hwloc_topology_t machine) {
  Objects parts;
  for (hwloc_obj_t node = nullptr; (node = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_NUMANODE, node));)
    if (!hwloc_bitmap_iszero(node->cpuset)) parts.push_back(node);
  return parts;
}

/// hwloc says of each port "4" where it is active, as the kernel does, and nothing where it could not look.
std::string dead(hwloc_obj_t nic) {
  std::string states;
  for (int port = 1;; ++port) {
    const char* const state = hwloc_obj_get_info_by_name(nic, fmt::format("Port{}State", port).c_str());
    if (!state) break;
    if (std::string(state) == "4") return "";
    states += fmt::format("{}{}", states.empty() ? "" : ", ", state);
  }
  if (states.empty()) return "";
  return fmt::format("expected a port in state 4 (active), came {}", states);
}

bool holds(hwloc_obj_t part, hwloc_obj_t device) {
  while (device && device != part) device = device->parent;
  return device;
}

/// What `part` is to a place and a NIC that meet there.
std::string meeting(hwloc_topology_t machine, hwloc_obj_t part, hwloc_obj_t place, hwloc_obj_t nic) {
  if (part->type == HWLOC_OBJ_BRIDGE)
    return part->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_PCI ? "behind the same PCIe switch"
                                                                    : "below the same host bridge";
  const hwloc_obj_t around_place = hwloc_get_non_io_ancestor_obj(machine, place);
  const hwloc_obj_t around_nic = hwloc_get_non_io_ancestor_obj(machine, nic);
  if (hwloc_bitmap_isequal(around_place->nodeset, around_nic->nodeset)) return "in the same NUMA domain";
  return part->type == HWLOC_OBJ_MACHINE ? "elsewhere in the machine" : "in the same package";
}

/// Only the way up counts: what is below the part where they meet is the NIC's own, and the same for all that meet
/// it there.
Way way(hwloc_topology_t machine, hwloc_obj_t place, hwloc_obj_t nic) {
  std::uint32_t steps = 0;
  hwloc_obj_t part = place;
  for (; !holds(part, nic); part = part->parent) ++steps;
  return {steps, meeting(machine, part, place, nic)};
}

}  // namespace

Devices Machine::devices() const {
  hwloc_topology* const machine = handle_.get();
  const Objects nics = nics_of(machine);
  Devices found;
  for (const hwloc_obj_t nic : nics) {
    const Pci& card = pci(nic);
    found.nics.push_back({nic->name ? nic->name : address(nic), address(nic),
                          fmt::format("{:04x}:{:04x}", card.vendor_id, card.device_id), dead(nic)});
  }
  const auto add = [&](std::string name, hwloc_obj_t start) {
    Place place{std::move(name), {}};
    for (const hwloc_obj_t nic : nics) place.ways.push_back(way(machine, start, nic));
    found.places.push_back(std::move(place));
  };
  for (const hwloc_obj_t gpu : gpus_of(machine)) add("gpu " + address(gpu), gpu);
  found.in_gpus = !found.places.empty();
  if (found.in_gpus) return found;
  for (const hwloc_obj_t node : domains_of(machine))
    add(fmt::format("NUMA domain {}", node->os_index), node->parent);
  return found;
}

}  // namespace gin::topology
