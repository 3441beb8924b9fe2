// Send queues that a PE's agents write by themselves, over verbs: each is a queue pair with a completion queue of its own, whose
// memory is mapped as the device has it.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "core/device/host_queue_format.hpp"
#include "core/verbs/connection.hpp"
#include "core/verbs/domain.hpp"
#include "core/verbs/queue_job.hpp"
#include "core/verbs/queue_map.hpp"

namespace gin::verbs {

/// The heap has to outlive them; it begins with ControlWords.
class AgentQueues {
 public:
  /// Opens the device. Throws Error(unavailable) with a sentence when it is not there, too small, or its queues cannot be
  /// mapped.
  AgentQueues(const Choice& choice, const HeapMemory& heap, const QueueJob& job);

  // As those of VerbsWire.
  std::string address() const { return write(own_address()); }
  void connect(const std::vector<std::string>& addresses, Pe me);
  std::string title() const { return domain_.device.title(); }

  QueueLimits limits() const;
  DeviceQueue& queue(Pe peer, std::uint32_t index) { return queues_[peer.value * job_.per_peer + index]; }
  /// Fills and empties all of them until their next requests are the last of 16 bits. After everybody has connected.
  void go_to_wrap();

 private:
  struct Queue final : DeviceQueue {
    explicit Queue(Wake how) : wake_(how) {}
    void wake() override { wake_(pair.get()); }
    Handle<ibv_cq> completions;
    Handle<ibv_qp> pair;  // before its completion queue is closed
    QueueGpuWords words = words_from(0);
    std::uint64_t taken = 0;

   private:
    Wake wake_;
  };
  PeerAddress own_address() const;

  QueueJob job_;
  Domain domain_;
  Refusal refusal_;
  Handle<ibv_cq> unused_;     // where receives would complete
  std::deque<Queue> queues_;  ///< by peer, then index
};

}  // namespace gin::verbs
