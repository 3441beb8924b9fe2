// Send queues of an EFA device that a PE's agents write by themselves: the direct GPU path, in which no CPU takes part
// (docs/decisions/029). Each is a queue pair whose requests a counter counts; each word that signals go to is the counter of a queue
// pair that peers address.
//
// What it takes of libraries: rdma-core 64, whose functions are found when it is loaded; nothing of libfabric, which makes the same calls
// (FI_EFA_GDA_OPS of fi_efa(7)).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/verbs/efa_device.hpp"
#include "core/verbs/queue_job.hpp"

namespace gin::verbs {

/// The heap has to outlive them; it begins with ControlWords.
class EfaQueues {
 public:
  /// Opens the device. Throws Error(unavailable) with a sentence when it is not there, cannot count, or is too small.
  EfaQueues(const std::string& device, const HeapMemory& heap, QueueJob job);

  // As those of AgentQueues.
  std::string address() const { return write(own_address()); }
  void connect(const std::vector<std::string>& addresses, Pe me);
  std::string title() const;
  /// Nothing is inline: values are staged.
  QueueLimits limits() const { return {.message_max = device_.efa.max_rdma_size, .counts = true}; }
  DeviceQueue& queue(Pe peer, std::uint32_t index) { return queues_[peer.value * job_.per_peer + index]; }
  void go_to_wrap();

 private:
  struct Queue final : DeviceQueue {
    void wake() override;
    bool is_soft = false;
    Handle<ibv_cq> completions;
    Handle<younger_efa::Counter> counter;
    Handle<ibv_qp> pair;  // before what it is counted and completed by is closed
    QueueGpuWords words = words_from(0);
    std::uint64_t completed = 0;  ///< written by the device
    std::uint64_t told = 0;
    std::uint64_t settled = 0;
    EfaQueue way;
    std::vector<unsigned char> staging;
    Handle<ibv_mr> staged;
  };
  /// Where signals of one word go.
  struct Counting {
    Handle<younger_efa::Counter> counter;
    Handle<ibv_qp> pair;
  };
  struct Peer {
    Handle<ibv_ah> handle;
    std::vector<std::uint16_t> counting;
  };
  void make(Queue& queue, std::uint32_t depth);
  PeerAddress own_address() const;

  QueueJob job_;
  EfaDevice device_;
  Refusal refusal_;
  Handle<ibv_cq> unused_;  // where what peers send would complete
  std::deque<Counting> counting_;
  Handle<ibv_qp> arrivals_;   // where what signals nothing goes
  std::deque<Queue> queues_;  ///< by peer, then index
  std::vector<Peer> peers_;
};

}  // namespace gin::verbs
