// The half of a queue pair that others write to: what its device knows when a packet comes in.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>

#include "core/softverbs/address.hpp"
#include "core/softverbs/efa/younger.hpp"
#include "core/softverbs/robust_lock.hpp"

namespace softverbs {

/// Packet sequence numbers have 24 bits (IBTA Vol. 1, 9.7.1).
constexpr std::uint32_t packet_mask = 0xffffff;

struct Receive {
  std::uint64_t id = 0;
  std::uint32_t count = 0;
  ibv_sge pieces[];
};

/// In ProcessMemory, its receives behind it. All that is not atomic belongs to whoever holds the lock.
struct ReceiveSide {
  /// Atomics that were asked again because their answer was lost must not be carried out again: as many answers are kept as a
  /// source may have outstanding (IBTA Vol. 1, 9.4.5, 9.7.5.1.5).
  static constexpr std::uint32_t answers = 16;
  struct Answered {
    std::uint32_t packet = ~0u;
    std::uint64_t value = 0;
  };

  RobustLock lock;
  std::atomic<std::uint32_t> number{};  ///< 0: it is gone
  std::atomic<ibv_qp_state> state{IBV_QPS_RESET};
  std::uint32_t access = 0;  ///< ibv_access_flags of the queue pair
  std::uint32_t domain = 0;
  // Of a connection.
  Address peer;
  std::uint32_t peer_number = 0;
  std::uint32_t expected = 0;   ///< packet number of the next request
  std::uint32_t rnr_timer = 0;  ///< what a source is told to wait, as the field of five bits says it
  // Of one that takes datagrams.
  std::uint32_t queue_key = 0;     ///< packets that do not say it are for somebody else
  bool takes_unsolicited = false;  ///< writes with an immediate take no receive
  std::uint64_t counters[efa::younger::kinds] =
      {};  ///< offsets in the same process, by kind of what is counted; 0: none

  std::uint64_t completions = 0;       ///< offset of its queue in the same process
  std::atomic<std::uint32_t> event{};  ///< an ibv_event_type for the program, and one; 0: none
  Answered answered[answers];
  std::uint32_t answered_next = 0;

  std::uint32_t capacity = 0;  ///< receives, a power of two
  std::uint32_t pieces_max = 0;
  std::uint32_t posted = 0;
  std::uint32_t taken = 0;

  static std::uint64_t receive_bytes(std::uint32_t pieces) { return sizeof(Receive) + pieces * sizeof(ibv_sge); }
  static std::uint64_t bytes(std::uint32_t capacity, std::uint32_t pieces) {
    return sizeof(ReceiveSide) + capacity * receive_bytes(pieces);
  }
  Receive& receive(std::uint32_t index) {
    auto* first = reinterpret_cast<unsigned char*>(this + 1);
    return *reinterpret_cast<Receive*>(first + (index & (capacity - 1)) * receive_bytes(pieces_max));
  }
  /// An error number, or 0.
  int post(const ibv_recv_wr& request) {
    if (state == IBV_QPS_RESET || request.num_sge < 0 || request.num_sge > static_cast<int>(pieces_max))
      return EINVAL;
    if (posted - taken == capacity) return ENOMEM;
    Receive& into = receive(posted++);
    into.id = request.wr_id;
    into.count = static_cast<std::uint32_t>(request.num_sge);
    std::copy_n(request.sg_list, into.count, into.pieces);
    return 0;
  }
  /// Packets are taken in these states only (IBTA Vol. 1, 10.3.1).
  bool takes_packets() const {
    const ibv_qp_state now = state.load(std::memory_order_relaxed);
    return now == IBV_QPS_RTR || now == IBV_QPS_RTS || now == IBV_QPS_SQD;
  }
};

}  // namespace softverbs
