// Where this PE sends from and is found: a fabric, a domain, an address vector, a completion queue and an endpoint.
#pragma once

#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/ofi/info.hpp"
#include "core/ofi/provider.hpp"

namespace gin::ofi {

struct Close {
  template <class Fid>
  void operator()(Fid* one) const {
    fi_close(
        &one->fid);  // what a broken connection still holds is the provider's to free at the end of the process
  }
};

/// Whatever libfabric opened is closed once, in the order of the owners.
template <class Fid>
using Handle = std::unique_ptr<Fid, Close>;

/// Opened and enabled, or Error(unavailable) that names the call. Plain members: the fast path uses them.
struct Endpoint {
  explicit Endpoint(const Provider& which);

  /// How others name this endpoint to their providers.
  std::string name() const;
  /// Makes the endpoint called `name` reachable; throws Error(failed), `whose` is for its words.
  fi_addr_t insert(const std::string& name, const std::string& whose) const;

  enum class Use : std::uint8_t { heap, messages, room };
  /// Memory that the provider may read and write from now on: for peers (the heap), for itself only (message buffers), or
  /// never (room, which is given up for what the provider registers). Each use once. Throws Error(failed).
  Handle<fid_mr> region(std::span<unsigned char> memory, Use use) const;
  /// What peers add an offset to. Providers that do not ask for addresses count from the start of the region; hints
  /// decide which.
  std::uint64_t base_of(const unsigned char* memory) const {
    return info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? reinterpret_cast<std::uintptr_t>(memory) : 0;
  }

  Provider provider;
  Info info;
  // Closed from the last to the first.
  Handle<fid_fabric> fabric;
  Handle<fid_domain> domain;
  Handle<fid_av> addresses;
  Handle<fid_cq> completions;
  Handle<fid_eq> events;  ///< of providers that have some
  Handle<fid_ep> endpoint;

  /// Room of the completion queue. What arrives takes room too, and its rate is the peers' business.
  static constexpr std::size_t completions_max = 8192;
};

}  // namespace gin::ofi
