// Where this PE sends from and is found: a fabric, a domain, an address vector, a completion queue and an endpoint.
#pragma once

#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include <string>

#include "core/ofi/handle.hpp"
#include "core/ofi/info.hpp"
#include "core/ofi/provider.hpp"

namespace gin::ofi {

/// Opened and enabled, or Error(unavailable) that names the call. Plain members: the fast path uses them.
struct Endpoint {
  explicit Endpoint(const Provider& which);

  /// How others name this endpoint to their providers.
  std::string name() const;
  /// Makes the endpoint called `name` reachable; throws Error(failed), `whose` is for its words.
  fi_addr_t insert(const std::string& name, const std::string& whose) const;

  Provider provider;
  Info info;
  // Closed from the last to the first.
  Handle<fid_fabric> fabric;
  Handle<fid_domain> domain;
  Handle<fid_av> addresses;
  Handle<fid_cq> completions;
  Handle<fid_ep> endpoint;

  /// Room of the completion queue. What arrives takes room too, and its rate is the peers' business.
  static constexpr std::size_t completions_max = 8192;
};

}  // namespace gin::ofi
