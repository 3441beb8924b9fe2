// The emulated NIC as one proxy thread uses it: posts to the same queues that agents use, polls one completion
// queue for all of them.
#pragma once

#include <deque>
#include <vector>

#include "backends/shm-emulated/network.hpp"
#include "core/fabric/fabric.hpp"

namespace gin::emulated {

class CpuFabric {
 public:
  struct Rules {
    std::uint32_t queues_per_peer = 1;  ///< of each thread; no two threads share a queue
    std::uint32_t threads = 1;          ///< of the PE
    std::uint64_t inline_max = 0;
    bool blueflame = false;  ///< a single new work request travels with its doorbell
  };

  CpuFabric(VirtualEnv& env, Network& network, sim::Gate& gate, const Rules& rules)
      : env_(env), network_(network), completions_(gate), rules_(rules) {}

  Post post(const Posting& posting);
  bool wants_doorbell() const { return !unannounced_.empty(); }
  void ring_doorbell();
  std::size_t poll(std::span<Completion> out);

 private:
  NicQueue& queue_of(const Posting& posting);

  /// Work of this thread in one queue: which index completes which operation.
  struct Posted {
    NicQueue* queue = nullptr;
    bool unannounced = false;
    struct Tag {
      std::uint64_t end;
      std::uint64_t tag;
    };
    std::deque<Tag> tags;
  };

  Posted& posted_to(NicQueue& queue);

  VirtualEnv& env_;
  Network& network_;
  CompletionQueue completions_;
  Rules rules_;
  std::deque<Posted> posted_;
  std::deque<Posted*> unannounced_;  ///< in the order of their first unannounced work request
  Posted* draining_ = nullptr;       ///< completed further than poll() had room to say
};

static_assert(Fabric<CpuFabric>);

}  // namespace gin::emulated
