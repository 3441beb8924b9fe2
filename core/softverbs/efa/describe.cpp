#include "core/softverbs/efa/describe.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/softverbs/efa/device.hpp"

namespace softverbs::efa {
namespace {

namespace fs = std::filesystem;

/// Libfabric's provider reads three things of a device below /sys, or below SYSFS_PATH where that is set: its PCI address, its
/// driver, and that there are verbs. They are the same for every process, so it does not matter who writes them.
class Described {
 public:
  Described() : root_(fs::temp_directory_path(none_) / ("softverbs-sysfs-" + std::to_string(::getuid()))) {
    fs::create_directories(root_ / "bus/pci/drivers/efa", none_);
    fs::create_directories(root_ / "class/infiniband_verbs", none_);
    const fs::path version = root_ / "class/infiniband_verbs/abi_version";
    if (!fs::exists(version, none_)) std::ofstream(version) << "6\n";
    ::setenv("SYSFS_PATH", root_.c_str(), 0);
  }

  /// Its directory; that of the device behind it has the PCI address for a name.
  std::string add(const Device& device) {
    char address[16];
    std::snprintf(address, sizeof address, "0000:%02x:00.0", device.address.nic + 1);
    const fs::path pci = root_ / "devices" / address, verbs = root_ / "class/infiniband" / device.name;
    fs::create_directories(pci, none_);
    fs::create_directories(verbs, none_);
    fs::create_directory_symlink(root_ / "bus/pci/drivers/efa", pci / "driver", none_);
    fs::create_directory_symlink(pci, verbs / "device", none_);
    return verbs;
  }

 private:
  std::error_code none_;  // what cannot be written is missed by whoever looks for it
  fs::path root_;
};

}  // namespace

void describe(Device& device) {
  static Described described;
  device.node_type = IBV_NODE_UNSPECIFIED;
  device.transport_type = IBV_TRANSPORT_UNSPECIFIED;
  std::snprintf(device.name, sizeof device.name, "softefa%u", device.address.nic);
  std::snprintf(device.ibdev_path, sizeof device.ibdev_path, "%s", described.add(device).c_str());
}

void describe(ibv_device_attr& attr) {
  attr.vendor_id = 0x1d0f;  // Amazon: programs tell EFA devices by it
  attr.vendor_part_id = can(writes) ? 0xefa2 : 0xefa1;
  attr.max_qp_wr = static_cast<int>(limits::sends);
  attr.max_sge = static_cast<int>(limits::pieces);
  attr.max_sge_rd = 1;
  attr.max_qp_rd_atom = attr.max_qp_init_rd_atom = attr.max_res_rd_atom = 0;
  attr.atomic_cap = IBV_ATOMIC_NONE;
  attr.max_ah = attr.max_qp;
}

void describe(ibv_port_attr& attr) {
  attr.max_msg_sz = limits::message;
  attr.lid = attr.sm_lid = 0;
  attr.link_layer = IBV_LINK_LAYER_UNSPECIFIED;
}

}  // namespace softverbs::efa
