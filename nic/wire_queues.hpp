// The send queues of one CPU thread that posts for a wire: each request is signaled and has a token, which comes back when the
// NIC has completed it.
#pragma once

#include <deque>

#include "core/fabric/wire.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

class WireQueues {
 public:
  struct Setup {
    Pe me;
    std::uint32_t thread = 0;  ///< of the PE; those of one number talk to each other
    std::uint64_t depth = 1;   ///< requests that may be under way
    bool blueflame = false;    ///< a request travels with its doorbell
  };

  /// `gate` moves when something is complete or arrives. The thread takes what arrives out of `arrivals`.
  WireQueues(Network& network, sim::Gate& gate, ArrivalQueue& arrivals, const Setup& setup);

  bool has_room() const { return under_way_ < setup_.depth; }
  /// Writes the request; whoever calls rings: everything in the queue up to `words.ready` is there.
  NicQueue& put(const WorkRequest& request, std::uint64_t token);
  /// Tokens of what has been completed since the last call.
  void drain(Fifo<std::uint64_t>& done);
  bool any_complete() const { return !completions_.empty(); }
  const Setup& setup() const { return setup_; }

 private:
  struct Posted {
    NicQueue* queue = nullptr;
    Fifo<std::uint64_t> tokens;  ///< of what is under way, in the order of the queue
  };
  Posted& posted_to(Pe peer);

  Network& network_;
  Setup setup_;
  CompletionQueue completions_;
  std::deque<Posted> posted_;
  std::uint32_t turn_ = 0;  ///< which rail is next
  std::uint64_t under_way_ = 0;
};

/// Of a wire over the emulated NIC.
struct WireSetup {
  WireLimits limits;
  WireQueues::Setup queues;
};

}  // namespace gin::emulated
