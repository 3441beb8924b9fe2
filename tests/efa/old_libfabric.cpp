// Stands in for a libfabric that is older than ginlab wants, or was built without the provider efa: its version is what STAND_IN_MINOR
// says, and it offers nothing.
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {

std::uint32_t fi_version() {
  const char* const minor = std::getenv("STAND_IN_MINOR");
  return FI_VERSION(1, static_cast<std::uint32_t>(minor ? std::atoi(minor) : 0));
}

int fi_getinfo(std::uint32_t version, const char*, const char*, std::uint64_t, const fi_info*, fi_info**) {
  return FI_VERSION_LT(fi_version(), version) ? -FI_ENOSYS : -FI_ENODATA;  // as libfabric's own does
}

// Hints are never freed: whoever asks ends soon.
fi_info* fi_dupinfo(const fi_info*) {
  auto* const made = new fi_info{};
  made->tx_attr = new fi_tx_attr{};
  made->rx_attr = new fi_rx_attr{};
  made->ep_attr = new fi_ep_attr{};
  made->domain_attr = new fi_domain_attr{};
  made->fabric_attr = new fi_fabric_attr{};
  return made;
}
void fi_freeinfo(fi_info*) {}

int fi_fabric(fi_fabric_attr*, fid_fabric**, void*) {
  return -FI_ENOSYS;
}
const char* fi_strerror(int number) {
  return std::strerror(number);
}

}  // extern "C"
