// Which NIC, which of its ports and which of its addresses: chosen by what somebody asked for and by what is there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/format/verbs_queue.hpp"
#include "core/verbs/handle.hpp"

namespace gin::verbs {

struct Choice {
  std::string device =
      "auto";  ///< a device's name; "soft", "soft-mlx5"; "auto": the first hardware with an active port, else soft
  int port = 0;  ///< 0: the first that is active
  int gid = -1;  ///< index into the port's table; -1: RoCE v2 over IPv4 first, on InfiniBand none
};

/// Opened, with a port that is active. Plain members, as in core/ofi/endpoint.hpp.
struct Device {
  /// Throws Error(unavailable) with a sentence that lists what is there.
  explicit Device(const Choice& choice);

  /// "mlx5_0 port 1: firmware 28.39.1002, Ethernet, 400 Gbit/s, MTU 4096".
  std::string description() const;
  /// "mlx5_0 port 1"; "soft0 port 1: software, times of this host".
  std::string title() const;
  /// core/softverbs.
  bool is_soft() const { return library == soft_library(); }
  bool is_infiniband() const { return port.link_layer != IBV_LINK_LAYER_ETHERNET; }

  const Library* library = nullptr;
  Handle<ibv_context> context;
  std::string name;
  ibv_device_attr attributes{};
  ibv_port_attr port{};
  std::uint8_t port_number = 0;
  std::optional<VerbsKind> queues;  ///< how requests look in its queues, where agents can write them
  int gid_index = -1;               ///< -1: the address is the port's LID
  union ibv_gid gid {};
};

/// All ports of all devices, for people: described as above, with the state where one is not active.
struct Inventory {
  std::vector<std::string> ports;
  std::vector<std::string> queues;  ///< of the same ports: whether agents can write the device's queues
  bool connects = false;            ///< one of them has reliable connections
  std::string missing;  ///< what would have to be there for hardware, in a sentence; empty where there is some
};
Inventory inventory();

}  // namespace gin::verbs
