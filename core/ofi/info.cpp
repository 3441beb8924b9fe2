#include "core/ofi/info.hpp"

#include <fmt/format.h>
#include <rdma/fi_errno.h>

#include <algorithm>
#include <cstring>

#include "core/ofi/library.hpp"
#include "core/ofi/ofi_version.hpp"
#include "core/ofi/signals_kept.hpp"

namespace gin::ofi {

void FreeInfo::operator()(fi_info* info) const {
  library().freeinfo(info);
}

namespace {

Info hints_for(const Provider& provider, const std::string& name) {
  Info hints(library().dupinfo(nullptr));
  if (!hints) refuse(Code::failed, "fi_allocinfo", name, -FI_ENOMEM, "is there memory left?");
  hints->fabric_attr->prov_name = ::strdup(name.c_str());  // freed with the hints
  if (!provider.fabric.empty()) hints->fabric_attr->name = ::strdup(provider.fabric.c_str());
  // Providers of NICs name a domain after the device and the kind of endpoint that it has there.
  if (!provider.device.empty()) hints->domain_attr->name = ::strdup((provider.device + "-rdm").c_str());
  hints->tx_attr->size = hints->rx_attr->size = provider.depth;
  hints->ep_attr->type = FI_EP_RDM;
  hints->caps = FI_MSG | FI_RMA;
  // A provider that needs what is not offered here does not answer at all.
  hints->mode = FI_CONTEXT | FI_CONTEXT2;
  hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
  return hints;
}

/// Libfabric 1.17 answers with the fabric that it has, whichever it is asked for.
bool is_of_fabric(const Provider& provider, const fi_info& offer) {
  return provider.fabric.empty() || provider.fabric == offer.fabric_attr->name;
}

/// Asks the provider called `name`. The result is that of fi_getinfo.
int ask(const Provider& provider, const std::string& name, Info& offer) {
  const Info hints = hints_for(provider, name);
  const char* node = provider.node.empty() ? nullptr : provider.node.c_str();
  const std::uint64_t flags = node ? FI_SOURCE : 0;
  fi_info* found = nullptr;
  int error = library().getinfo(api_version, node, nullptr, flags, hints.get(), &found);
  if (error == -FI_ENODATA) {
    // Queues that the provider does not guard are refused by posting, which is all that is needed.
    hints->domain_attr->resource_mgmt = FI_RM_UNSPEC;
    error = library().getinfo(api_version, node, nullptr, flags, hints.get(), &found);
  }
  offer.reset(found);
  return !error && !is_of_fabric(provider, *found) ? -FI_ENODATA : error;
}

}  // namespace

Info describe(const Provider& provider) {
  const SignalsKept kept;
  Info offer;
  std::string asked = provider.name;
  int error = ask(provider, provider.name, offer);
  if (error == -FI_ENODATA && !provider.later_name.empty()) {
    asked += " or " + provider.later_name;
    error = ask(provider, provider.later_name, offer);
  }
  if (error)
    refuse(Code::unavailable, "fi_getinfo", asked, error,
           "`fi_info -l` lists what this machine has; messages and remote memory access are needed");
  return offer;
}

std::string device_of(const fi_info& info) {
  return info.nic && info.nic->device_attr && info.nic->device_attr->name ? info.nic->device_attr->name : "";
}

bool has_provider(const std::string& name) {
  const SignalsKept kept;
  fi_info* found = nullptr;
  const int error = library().getinfo(api_version, nullptr, nullptr, FI_PROV_ATTR_ONLY, nullptr, &found);
  const Info all(found);
  for (const fi_info* one = error ? nullptr : all.get(); one; one = one->next)
    if (one->fabric_attr && one->fabric_attr->prov_name == name) return true;
  return false;
}

std::vector<std::string> devices_of(const Provider& provider) {
  const SignalsKept kept;
  std::vector<std::string> names;
  Info offers;
  if (ask(provider, provider.name, offers) != 0) return names;
  for (const fi_info* offer = offers.get(); offer; offer = offer->next)
    if (is_of_fabric(provider, *offer) && std::ranges::find(names, device_of(*offer)) == names.end())
      names.push_back(device_of(*offer));
  return names;
}

std::string nic_of(const fi_info& info) {
  if (info.nic && info.nic->bus_attr && info.nic->bus_attr->bus_type == FI_BUS_PCI) {
    const fi_pci_attr& at = info.nic->bus_attr->attr.pci;
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", at.domain_id, at.bus_id, at.device_id, at.function_id);
  }
  if (const std::string device = device_of(info); !device.empty()) return device;
  return info.domain_attr && info.domain_attr->name ? info.domain_attr->name : "";
}

}  // namespace gin::ofi
