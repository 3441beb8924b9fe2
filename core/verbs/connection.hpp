// A reliable connection: a queue pair, brought from nothing to ready by the numbers that its two ends agree on.
#pragma once

#include <cstdint>
#include <string>

#include "core/verbs/device.hpp"
#include "core/verbs/peer_address.hpp"

namespace gin::verbs {

struct QueueDepths {
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
};

struct PairShape {
  QueueDepths depths;
  std::uint32_t pieces = 1;  ///< of memory that a request is gathered from
  std::uint32_t inline_bytes = 0;
  unsigned access = 0;  ///< IBV_ACCESS_REMOTE_*: what the other end may do
};

/// Ready for receives to be posted (INIT). Throws Error(unavailable).
Handle<ibv_qp> make_queue_pair(const Device& device, ibv_pd* domain, ibv_cq* sent, ibv_cq* received,
                               const PairShape& shape);

/// To queue pair `number` of `peer`, which is that of PE `whose`; ready to send (RTS). Throws Error(failed).
void connect(const Device& device, ibv_qp* pair, const PeerAddress& peer, std::uint32_t number, Pe whose);

/// RDMA reads that this end answers at a time, on each connection.
std::uint8_t reads_answered(const Device& device);

}  // namespace gin::verbs
