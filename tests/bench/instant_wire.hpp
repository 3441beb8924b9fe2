// The fastest wire there could be, a copy and a ring between two PEs of one thread, and a fabric at both ends: what
// is measured over it is the protocol.
#pragma once

#include <array>
#include <cstring>

#include "core/fabric/wire_fabric.hpp"

namespace gin::bench {

class InstantWire {
 public:
  WireLimits limits() const { return {32, 1 << 20, 256}; }
  Post post(const WorkRequest& request, std::uint64_t token) {
    Flying& next = other->inbox_[other->tail_ % other->inbox_.size()];
    if (other->tail_ - other->head_ == other->inbox_.size()) return Post::busy;
    ++other->tail_;
    next.immediate = request.immediate;
    next.has_message = request.verb == Verb::send;
    if (next.has_message)
      next.message = request.message;
    else
      std::memcpy(other->heap + request.remote, request.payload, request.bytes);
    tokens_[told_++ % tokens_.size()] = token;
    return Post::accepted;
  }
  bool progress() { return false; }
  bool next_done(Done& done) {
    if (taken_ == told_) return false;
    done.token = tokens_[taken_++ % tokens_.size()];
    return true;
  }
  bool next_arrival(Arrival& arrival) {
    if (head_ == tail_) return false;
    const Flying& next = inbox_[head_++ % inbox_.size()];
    arrival.has_immediate = true;
    arrival.immediate = next.immediate;
    arrival.has_message = next.has_message;
    if (next.has_message) arrival.message = unpack(next.message);
    return true;
  }

  InstantWire* other = nullptr;
  unsigned char* heap = nullptr;

 private:
  struct Flying {
    std::uint32_t immediate = 0;
    bool has_message = false;
    PackedMessage message;
  };
  std::array<Flying, 64> inbox_;
  std::array<std::uint64_t, 64> tokens_;
  std::uint64_t head_ = 0, tail_ = 0, taken_ = 0, told_ = 0;
};

struct InstantPair {
  WireFabricSetup setup(std::uint32_t pe) {
    wires[pe].other = &wires[1 - pe];
    wires[pe].heap = reinterpret_cast<unsigned char*>(heaps[pe].data());
    WireFabricSetup setup;
    setup.me = Pe{pe};
    setup.n_pes = 2;
    setup.heap = wires[pe].heap;
    setup.heap_bytes = sizeof heaps[pe];
    return over_wire(setup, wires[pe].limits());
  }
  std::array<std::array<std::uint64_t, 1024>, 2> heaps{};
  std::array<InstantWire, 2> wires;
  std::array<Matching, 2> matching;
  NoEnv env;
  WireFabric<InstantWire, NoEnv> source{env, wires[0], matching[0], setup(0)};
  WireFabric<InstantWire, NoEnv> target{env, wires[1], matching[1], setup(1)};
};

}  // namespace gin::bench
