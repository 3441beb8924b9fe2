// The send queues that agents of one PE write themselves, in front of the emulated NIC's: work requests are taken
// over when their doorbell has come, completions are written back when the NIC has written its own.
#pragma once

#include <deque>
#include <vector>

#include "backends/shm-emulated/network.hpp"
#include "core/env/wall_env.hpp"

namespace gin::emulated {

class DelayedQueues final : public DoorbellHearer {
 public:
  /// `queues`: by peer and queue of the peer, as agents see them. Made before there are threads.
  DelayedQueues(PacedWorld& paced, Network& network, Pe me, std::vector<SendQueue<WallEnv>>& queues);

  void rung(SendQueue<WallEnv>& queue, std::uint64_t index) override;

 private:
  struct Behind {
    explicit Behind(SendQueue<WallEnv>& queue) : front(queue), completions(written) {}
    SendQueue<WallEnv>& front;
    NicQueue* nic = nullptr;
    sim::Gate written;
    sim::Action told;
    CompletionQueue completions;
    void complete(std::uint64_t);
  };
  Network& network_;
  World& world_;
  std::vector<SendQueue<WallEnv>>& queues_;
  std::deque<Behind> behind_;
};

}  // namespace gin::emulated
