// Two ends of a connection over a verbs device that a test names, and the agent who writes requests from one to the other by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/verbs/connection.hpp"
#include "core/verbs/domain.hpp"
#include "core/verbs/queue_map.hpp"
#include "core/verbs/rxe_queue.hpp"
#include "tests/unit/verbs_agent.hpp"

namespace gin::test {

/// How often and how soon a source asks again before it gives up.
struct Patience {
  std::uint8_t retries, not_ready_retries, timeout;
};

/// A heap at the device, and a queue pair whose sends are told apart from its receives.
struct VerbsEnd {
  static constexpr unsigned may_be_reached =
      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  static constexpr std::uint32_t requests = 64;

  explicit VerbsEnd(const char* name)
      : heap(1 << 16), domain({name}, std::span(heap), IBV_ACCESS_LOCAL_WRITE | may_be_reached) {
    received = domain.completions(requests);  // never in another device's format
    verbs::prepare_to_map(domain.device);
    sent = domain.completions(requests);
    pair = another_pair();
  }
  bool is_rxe() const { return verbs::is_rxe(*domain.device.context); }
  verbs::Handle<ibv_qp> another_pair() const {
    return verbs::make_queue_pair(domain.device, domain.protection.get(), sent.get(), received.get(),
                                  {{requests, 0}, 1, VerbsQueueFormat::inline_max, may_be_reached});
  }
  void connect(const VerbsEnd& peer) const {
    verbs::connect(domain.device, pair.get(), peer.domain.address(), peer.pair->qp_num, Pe{1});
  }
  /// With less patience than ginlab has: as above, but for the call that sets it.
  void connect(const VerbsEnd& peer, const Patience& patience) {
    static Patience wanted;
    static const verbs::Library* whole;
    wanted = patience;
    whole = domain.device.library;
    verbs::Library hasty = *whole;
    hasty.modify_qp = [](ibv_qp* whose, ibv_qp_attr* attributes, int which) {
      attributes->retry_cnt = wanted.retries;
      attributes->rnr_retry = wanted.not_ready_retries;
      attributes->timeout = wanted.timeout;
      return whole->modify_qp(whose, attributes, which);
    };
    domain.device.library = &hasty;
    connect(peer);
    domain.device.library = whole;
  }
  std::uint64_t& word(std::size_t offset) { return *reinterpret_cast<std::uint64_t*>(heap.data() + offset); }
  std::uint64_t base() const { return reinterpret_cast<std::uintptr_t>(heap.data()); }

  std::vector<unsigned char> heap;
  verbs::Domain domain;
  verbs::Handle<ibv_cq> sent, received;
  verbs::Handle<ibv_qp> pair;
};

/// In queue pair `by` of the first end.
inline VerbsAgent agent_between(const VerbsEnd& from, ibv_qp* by, const VerbsEnd& to) {
  const verbs::Device& device = from.domain.device;
  VerbsQueue::Memory memory = verbs::map_queue(device.queues.value(), *device.library, by, from.sent.get());
  memory.depth = VerbsEnd::requests;
  memory.nic.local = {from.base(), from.domain.heap_region->lkey};
  memory.nic.remote = {to.base(), to.domain.heap_region->rkey};
  return {memory, by, verbs::waking(device)};
}

}  // namespace gin::test
