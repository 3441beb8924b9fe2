// Machines with GPUs and NICs as hwloc's XML describes them, from a few words each. What stands behind them: aws-ofi-nccl's
// captures of real machines (its tests/unit/fixtures/topology; p5 from its topology/p5.48xl-topo.xml), of which only what
// hangs where is kept. Addresses of p5's GPUs are as nvidia-smi lists them there, those of p5en's last three and of
// p6-b200's last two switches follow the pattern of the captured ones: assumed.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/unit/described_machine.hpp"

namespace gin::test {

/// A host bridge with devices named by what follows PCI domain 0: "59:00.0".
struct RootComplex {
  std::vector<std::string> gpus;
  std::vector<std::string> nics;
  bool switched = true;  ///< all behind one switch, as a virtual machine's are; else directly below
};
/// One NUMA domain and a core.
using Socket = std::vector<RootComplex>;

/// "rdmap85s0" for 55:00.0, as the kernel names them.
inline std::string rdma_name(const std::string& address) {
  return fmt::format("rdmap{}s{}", std::stoul(address.substr(0, 2), nullptr, 16),
                     std::stoul(address.substr(3, 2), nullptr, 16));
}

class RailsMachine {
 public:
  /// NICs of `down` have no active port.
  static std::string text(const std::vector<Socket>& sockets, const std::set<std::string>& down = {}) {
    return RailsMachine(down).all(sockets);
  }

 private:
  explicit RailsMachine(const std::set<std::string>& down) : down_(down) {}

  std::string device(const std::string& address, const std::string& type, const std::string& inside) {
    return text_.inside(
        "PCIDev",
        fmt::format("pci_busid=\"0000:{}\" pci_type=\"{} 00\" pci_link_speed=\"31.507692\"", address, type),
        inside);
  }
  std::string gpu(const std::string& address) { return device(address, "0302 [10de:2335] [10de:18be]", ""); }
  std::string nic(const std::string& address) {
    const std::string name = rdma_name(address);
    const std::string state =
        fmt::format("<info name=\"Port1State\" value=\"{}\"/>", down_.contains(name) ? "1" : "4");
    return device(address, "0200 [1d0f:efa2] [1d0f:efa2]",
                  text_.inside("OSDev", fmt::format("name=\"{}\" osdev_type=\"3\"", name), state));
  }
  std::string bridge(const std::string& inside) {
    const unsigned bus = 0x100 + ++bridges_;
    return text_.inside(
        "Bridge",
        fmt::format("bridge_type=\"1-1\" depth=\"1\" bridge_pci=\"0001:[00-ff]\" "
                    "pci_busid=\"0001:{:02x}:{:02x}.0\" pci_type=\"0604 [1d0f:0200] [1d0f:0200] 00\" "
                    "pci_link_speed=\"63.015385\"",
                    bus & 0xff, bus >> 8 & 0x1f),
        inside);
  }
  /// A root port, the switch's way up, and a way down for each device.
  std::string complex(const RootComplex& one) {
    std::string devices;
    const auto put = [&](const std::string& written) { devices += one.switched ? bridge(written) : written; };
    for (const std::string& address : one.nics) put(nic(address));
    for (const std::string& address : one.gpus) put(gpu(address));
    return text_.inside("Bridge", "bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"0000:[00-ff]\"",
                        one.switched ? bridge(bridge(devices)) : devices);
  }
  std::string all(const std::vector<Socket>& sockets) {
    std::string packages;
    for (unsigned s = 0; s < sockets.size(); ++s) {
      std::string inside = text_.node(s, 1U << s) + text_.core(s, 1U << s, 1U << s);
      for (const RootComplex& one : sockets[s]) inside += complex(one);
      packages += text_.on("Package", s, 1U << s, 1U << s, inside);
    }
    const unsigned every = (1U << sockets.size()) - 1;
    return text_.machine(every, every, every, packages + console());
  }
  /// Virtual machines have a screen, which is no GPU.
  std::string console() {
    return text_.inside("Bridge", "bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"0000:[00-00]\"",
                        text_.inside("PCIDev",
                                     "pci_busid=\"0000:00:03.0\" pci_type=\"0300 [1d0f:1111] [0000:0000] 00\" "
                                     "pci_link_speed=\"0.000000\"",
                                     ""));
  }

  MachineText text_;
  const std::set<std::string>& down_;
  unsigned bridges_ = 0;
};

inline std::vector<Socket> p4d() {
  return {{{{"10:1c.0", "10:1d.0"}, {"10:1b.0"}, false}, {{"20:1c.0", "20:1d.0"}, {"20:1b.0"}, false}},
          {{{"90:1c.0", "90:1d.0"}, {"90:1b.0"}, false}, {{"a0:1c.0", "a0:1d.0"}, {"a0:1b.0"}, false}}};
}
inline std::vector<Socket> p5() {
  const auto of_four = [](const std::string& gpu, const std::vector<std::string>& buses) {
    RootComplex one{{gpu}, {}};
    for (const std::string& bus : buses) one.nics.push_back(bus + ":00.0");
    return one;
  };
  return {{of_four("53:00.0", {"4f", "50", "51", "52"}), of_four("64:00.0", {"60", "61", "62", "63"}),
           of_four("75:00.0", {"71", "72", "73", "74"}), of_four("86:00.0", {"82", "83", "84", "85"})},
          {of_four("97:00.0", {"93", "94", "95", "96"}), of_four("a8:00.0", {"a4", "a5", "a6", "a7"}),
           of_four("b9:00.0", {"b5", "b6", "b7", "b8"}), of_four("ca:00.0", {"c6", "c7", "c8", "c9"})}};
}
inline std::vector<Socket> p5en() {
  return {{{{"59:00.0", "5a:00.0"}, {"55:00.0", "56:00.0", "57:00.0", "58:00.0"}},
           {{"72:00.0", "73:00.0"}, {"6e:00.0", "6f:00.0", "70:00.0", "71:00.0"}}},
          {{{"8b:00.0", "8c:00.0"}, {"87:00.0", "88:00.0", "89:00.0", "8a:00.0"}},
           {{"a4:00.0", "a5:00.0"}, {"a0:00.0", "a1:00.0", "a2:00.0", "a3:00.0"}}}};
}
inline std::vector<Socket> p6_b200() {
  return {{{{"51:00.0", "52:00.0"}, {"4f:00.0", "50:00.0"}}, {{"62:00.0", "63:00.0"}, {"60:00.0", "61:00.0"}}},
          {{{"73:00.0", "74:00.0"}, {"71:00.0", "72:00.0"}}, {{"86:00.0", "87:00.0"}, {"84:00.0", "85:00.0"}}}};
}
/// Two NICs beside each GPU, two more on a root complex of Grace's own for each.
inline std::vector<Socket> gb200() {
  return {{{{"29:00.0"}, {"27:00.0", "28:00.0"}},
           {{}, {"36:00.0", "37:00.0"}},
           {{"3f:00.0"}, {"3d:00.0", "3e:00.0"}},
           {{}, {"4c:00.0", "4d:00.0"}}},
          {{{"9c:00.0"}, {"9a:00.0", "9b:00.0"}},
           {{}, {"a9:00.0", "aa:00.0"}},
           {{"b2:00.0"}, {"b0:00.0", "b1:00.0"}},
           {{}, {"bf:00.0", "c0:00.0"}}}};
}
/// The same with Grace's NICs alone: nothing is common to a GPU and a NIC but the socket.
inline std::vector<Socket> gb200_by_grace() {
  std::vector<Socket> sockets = gb200();
  for (Socket& socket : sockets)
    for (RootComplex& one : socket)
      if (!one.gpus.empty()) one.nics.clear();
  return sockets;
}

}  // namespace gin::test
