// Machines as hwloc's XML describes them, small enough to see through.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace gin::test {

/// Writes one object around others; every object has a number of its own, and hwloc insists on that.
class MachineText {
 public:
  std::string inside(const std::string& type, const std::string& attributes, const std::string& children) {
    return fmt::format("<object type=\"{}\" gp_index=\"{}\" {}>\n{}</object>\n", type, ++made_, attributes,
                       children);
  }
  std::string on(const std::string& type, unsigned os_index, unsigned cpus, unsigned nodes,
                 const std::string& children) {
    return inside(type, fmt::format("os_index=\"{}\" {}", os_index, sets(cpus, nodes)), children);
  }
  /// A core of one processor for each bit of `cpus`.
  std::string core(unsigned os_index, unsigned cpus, unsigned nodes) {
    return on("Core", os_index, cpus, nodes, processors(cpus, nodes));
  }
  std::string processors(unsigned cpus, unsigned nodes) {
    std::string all;
    for (unsigned cpu = 0; cpu < 32; ++cpu)
      if (cpus >> cpu & 1) all += on("PU", cpu, 1U << cpu, nodes, "");
    return all;
  }
  std::string node(unsigned os_index, unsigned cpus) {
    return inside("NUMANode",
                  fmt::format("os_index=\"{}\" {} local_memory=\"1024\"", os_index, sets(cpus, 1U << os_index)),
                  "");
  }
  /// A root complex with NICs: "a1" and "mlx5_0" is device 0000:a1:00.0. `kind` is 2 for a network interface and 3
  /// for one of InfiniBand.
  std::string nic(const std::string& bus, const std::string& name, int kind) {
    const std::string device = inside("OSDev", fmt::format("name=\"{}\" osdev_type=\"{}\"", name, kind), "");
    const std::string pci = fmt::format(
        "pci_busid=\"0000:{}:00.0\" pci_type=\"0200 [15b3:1021] [15b3:0041] 00\" pci_link_speed=\"63.015385\"",
        bus);
    return inside("Bridge", fmt::format("bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"0000:[{0}-{0}]\"", bus),
                  inside("PCIDev", pci, device));
  }
  std::string machine(unsigned cpus, unsigned nodes, unsigned allowed, const std::string& children) {
    const std::string sets_and_allowed =
        fmt::format("os_index=\"0\" {} allowed_cpuset=\"{:#010x}\" allowed_nodeset=\"{:#010x}\"", sets(cpus, nodes),
                    allowed, nodes);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
           "<topology version=\"2.0\">\n" +
           inside("Machine", sets_and_allowed, children) + "</topology>\n";
  }

 private:
  static std::string sets(unsigned cpus, unsigned nodes) {
    return fmt::format(
        "cpuset=\"{0:#010x}\" complete_cpuset=\"{0:#010x}\" nodeset=\"{1:#010x}\" complete_nodeset=\"{1:#010x}\"",
        cpus, nodes);
  }

  unsigned made_ = 0;
};

/// Two packages of two cores with two processors each: core c has processors c and c + 4. A NIC for TCP below the
/// first package, two for InfiniBand below the second, one on neither. Processors outside `allowed` are somebody
/// else's.
inline std::string two_packages(unsigned allowed = 0xff) {
  MachineText text;
  const std::string first =
      text.node(0, 0x33) + text.core(0, 0x11, 1) + text.core(1, 0x22, 1) + text.nic("21", "eth0", 2);
  const std::string second = text.node(1, 0xcc) + text.core(2, 0x44, 2) + text.core(3, 0x88, 2) +
                             text.nic("a1", "mlx5_0", 3) + text.nic("b1", "mlx5_1", 3);
  return text.machine(
      0xff, 3, allowed,
      text.on("Package", 0, 0x33, 1, first) + text.on("Package", 1, 0xcc, 2, second) + text.nic("e1", "far0", 2));
}

/// Two packages; of the second, one die has the NIC: that die's cores are near, the other die's less, all others
/// far.
inline std::string package_of_dies() {
  MachineText text;
  const std::string away = text.node(0, 0x03) + text.core(0, 0x01, 1) + text.core(1, 0x02, 1);
  const std::string other_die = text.node(1, 0x0c) + text.core(2, 0x04, 2) + text.core(3, 0x08, 2);
  const std::string near_die =
      text.node(2, 0x30) + text.core(4, 0x10, 4) + text.core(5, 0x20, 4) + text.nic("41", "rdmap65s0", 3);
  const std::string dies = text.on("Die", 0, 0x0c, 2, other_die) + text.on("Die", 1, 0x30, 4, near_die);
  return text.machine(0x3f, 7, 0x3f, text.on("Package", 0, 0x03, 1, away) + text.on("Package", 1, 0x3c, 6, dies));
}

}  // namespace gin::test
