#include "backends/efa/missing.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <vector>

namespace gin::efa {
namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

/// On PCI, by their addresses: Amazon's vendor number, and device numbers that begin with efa.
std::vector<std::string> on_pci(const fs::path& sys) {
  std::vector<std::string> found;
  std::error_code none;
  for (const fs::directory_entry& device : fs::directory_iterator(sys / "bus/pci/devices", none))
    if (first_word(device.path() / "vendor") == "0x1d0f" &&
        first_word(device.path() / "device").starts_with("0xefa"))
      found.push_back(device.path().filename());
  return found;
}

bool has_driver(const fs::path& sys, const std::string& address) {
  std::error_code none;
  return fs::exists(sys / "bus/pci/devices" / address / "infiniband", none);
}

}  // namespace

std::string what_is_missing(const Found& found) {
  const std::vector<std::string> devices = on_pci(found.sys);
  const std::string another = "install Amazon's (aws-efa-installer) or another that was built with it";
  if (devices.empty())
    return "expected an EFA device, came none; attach a network interface of type efa to this instance, or take devices in "
           "software: scripts/soft-efa.sh ginlab ... (docs/soft-efa.md)" +
           (found.has_provider
                ? ""
                : fmt::format("; either wants libfabric with its provider efa, which libfabric {} has not: {}",
                              found.libfabric, another));
  for (const std::string& device : devices)
    if (!has_driver(found.sys, device))
      return fmt::format(
          "expected the kernel's driver at EFA device {}, came none; `modprobe efa`, or install "
          "aws-efa-installer, which brings it",
          device);
  if (!found.has_provider)
    return fmt::format("expected libfabric {} to have its provider efa at EFA device {}, it has none; {}",
                       found.libfabric, devices.front(), another);
  return fmt::format(
      "expected libfabric {} to offer EFA device {}, it does not; is /dev/infiniband readable for this user, "
      "and does `fi_info -p efa` list it? FI_LOG_LEVEL=warn makes the provider say more",
      found.libfabric, devices.front());
}

}  // namespace gin::efa
