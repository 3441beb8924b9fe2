// What a provider says it can do, asked with hints that leave it every way to answer.
#pragma once

#include <rdma/fabric.h>

#include <memory>
#include <string>

#include "core/ofi/provider.hpp"

namespace gin::ofi {

struct FreeInfo {
  void operator()(fi_info* info) const;
};
using Info = std::unique_ptr<fi_info, FreeInfo>;

/// The provider's first offer of messages and remote memory without connections. Throws Error(unavailable).
Info describe(const Provider& provider);

/// The device behind an offer: by its place on the PCI bus where the provider tells it, else by its name, else by
/// the name of the domain, which is the provider's own.
std::string nic_of(const fi_info& info);

}  // namespace gin::ofi
