// What a provider says it can do, asked with hints that leave it every way to answer.
#pragma once

#include <rdma/fabric.h>

#include <memory>
#include <string>
#include <vector>

#include "core/ofi/provider.hpp"

namespace gin::ofi {

struct FreeInfo {
  void operator()(fi_info* info) const;
};
using Info = std::unique_ptr<fi_info, FreeInfo>;

/// The provider's first offer of messages and remote memory without connections. Throws Error(unavailable).
Info describe(const Provider& provider);

/// Whether this libfabric was built with a provider of that name, whatever this machine has for it.
bool has_provider(const std::string& name);

/// What the provider offers on each of its devices, in its order: the names of those ("rdmap79s0"). None where it
/// offers nothing; throws Error(unavailable) where there is no libfabric.
std::vector<std::string> devices_of(const Provider& provider);

/// The name of the device behind an offer, or "".
std::string device_of(const fi_info& info);

/// The device behind an offer: by its place on the PCI bus where the provider tells it, else by its name, else by
/// the name of the domain, which is the provider's own.
std::string nic_of(const fi_info& info);

}  // namespace gin::ofi
