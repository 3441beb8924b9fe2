// An open device with a PE's heap registered at it: what the wires of its proxies and the queues of its agents have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/verbs/device.hpp"
#include "core/verbs/peer_address.hpp"

namespace gin::verbs {

/// Plain members, as in Device. The heap outlives it.
struct Domain {
  /// `access`: IBV_ACCESS_*, what may be done to the heap. Throws Error(unavailable).
  Domain(const Choice& choice, std::span<unsigned char> heap, unsigned access);

  /// Other memory. Throws Error(unavailable).
  Handle<ibv_mr> region(std::span<unsigned char> memory, unsigned access) const;
  Handle<ibv_cq> completions(std::uint32_t places) const;

  /// What the other PEs have to know of it; the numbers of queue pairs are for the caller to add.
  PeerAddress address() const;

  Device device;
  std::span<unsigned char> heap;
  Handle<ibv_pd> protection;
  Handle<ibv_mr> heap_region;
};

}  // namespace gin::verbs
