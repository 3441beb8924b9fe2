// The send queues of one CPU thread that posts for a wire: a signaled request has a token, which comes back when the NIC has
// completed it, or says that it failed.
#pragma once

#include <deque>

#include "core/fabric/wire.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

class WireQueues {
 public:
  struct Setup {
    Pe me;
    std::uint32_t thread = 0;       ///< of the PE; those of one number talk to each other
    std::uint64_t completions = 1;  ///< signaled requests that may be under way
    bool blueflame = false;         ///< a single new request travels with its doorbell
    /// Each request takes the next rail, since a wire promises no order; all are signaled.
    bool takes_rails_in_turn = true;
  };
  /// A queue that the NIC is to be told of; everything up to `words.posted` is in it.
  struct Rung {
    NicQueue& queue;
    bool carries_request;
  };

  /// `gate` moves when something is complete or arrives. The thread takes what arrives out of `arrivals`.
  WireQueues(Network& network, sim::Gate& gate, ArrivalQueue& arrivals, const Setup& setup);

  /// So many more may be signaled.
  bool has_room(std::uint32_t completions) const { return under_way_ + completions <= setup_.completions; }
  /// So many more requests go into the queue.
  bool fits(Pe peer, const Dispatch& dispatch, std::uint32_t requests);
  NicQueue& put(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch);
  bool wants_doorbell() const { return !unannounced_.empty(); }
  /// The queue that has waited longest for its doorbell.
  Rung announce();
  /// What has been completed, or has failed, since the last call.
  void drain(Fifo<Done>& done);
  bool any_complete() const { return !completions_.empty(); }
  const Setup& setup() const { return setup_; }
  /// Of a thread that has one to each peer.
  Dispatch own_dispatch() const { return {network_.rules().agent_streams + setup_.thread}; }

 private:
  struct Mark {
    std::uint64_t end = 0;  ///< it is complete when everything before this index is
    std::uint64_t token = 0;
  };
  struct Posted {
    NicQueue* queue = nullptr;
    bool unannounced = false;
    Fifo<Mark> marks;
  };
  Posted& posted_to(Pe peer, std::uint32_t stream, std::uint32_t rail);

  Network& network_;
  Setup setup_;
  CompletionQueue completions_;
  std::deque<Posted> posted_;
  Fifo<Posted*> unannounced_;  ///< in the order of their first unannounced request
  std::uint32_t turn_ = 0;     ///< which rail is next
  std::uint64_t under_way_ = 0;
};

/// Of a wire over the emulated NIC.
struct NicWireSetup {
  WireLimits limits;
  WireQueues::Setup queues;
};

}  // namespace gin::emulated
