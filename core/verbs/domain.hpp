// An open device with a PE's heap registered at it: what the wires of its proxies and the queues of its agents have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/verbs/device.hpp"
#include "core/verbs/peer_address.hpp"

namespace gin::verbs {

/// A PE's heap. It outlives whatever is made for it.
struct HeapMemory {
  HeapMemory(std::span<unsigned char> memory, int exported = -1) : bytes(memory), dmabuf(exported) {}
  std::span<unsigned char> bytes;
  int dmabuf;  ///< that exports them from its begin on, as drivers of GPUs do; -1: they are registered by their address
};

/// Plain members, as in Device.
struct Domain {
  /// `access`: IBV_ACCESS_*, what may be done to the heap. Throws Error(unavailable).
  Domain(const Choice& choice, const HeapMemory& heap, unsigned access);

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
