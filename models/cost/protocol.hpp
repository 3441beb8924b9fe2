// NCCL's three ways of moving a chunk to the next GPU: Simple stores data, fences and sets a flag; LL puts a flag
// beside every four bytes, so what is seen is there; LL128 puts one behind every 120 bytes where a link keeps 128
// bytes together. Latencies are the machine's own: stores, fences, polls, NIC and proxy; nothing here is NCCL's
// tuner, whose constants these sums are compared with.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

enum class Protocol { simple, ll, ll128 };
enum class HopLink { nvlink, pcie, net };

/// What moves for `data` bytes: whole lines.
Bytes stored(Protocol protocol, Bytes data);

/// A channel's buffer at the receiver: steps that are filled and emptied in turn.
struct Slots {
  std::int64_t count;
  Bytes each;  ///< of lines
  Bytes data;  ///< in them
};
Slots slots(Protocol protocol);

struct Hop {
  HopLink link = HopLink::nvlink;
  Protocol protocol = Protocol::simple;
  Bytes bytes{8};
  std::int64_t channels = 1;  ///< each a block with an SM, a slot row and a share of the bytes
};

/// What the receiver's block learns last: nothing of it depends on how many bytes there are.
Itemised hop_latency(const Profile& profile, const Stack& stack, const Hop& hop);

/// Until the receiver's blocks have all bytes; the steps of a channel overlap but for what a fence holds up.
Itemised hop(const Profile& profile, const Stack& stack, const Hop& hop);

}  // namespace gin::models::cost
