// Two ends of a connection over a verbs device that a test names, and an agent that writes requests from one to the other by hand.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/device/verbs_queue_format.hpp"
#include "core/verbs/connection.hpp"
#include "core/verbs/domain.hpp"
#include "core/verbs/queue_map.hpp"
#include "core/verbs/rxe_queue.hpp"

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

/// Writes requests from the first heap to the second, in a queue of the first end.
struct VerbsAgent {
  VerbsAgent(const VerbsEnd& from, ibv_qp* by, const VerbsEnd& to)
      : pair(by),
        call(verbs::waking(from.domain.device)),
        memory(verbs::map_queue(from.domain.device, by, from.sent.get())) {
    memory.gpu = &words;
    memory.depth = VerbsEnd::requests;
    memory.nic.local = {from.base(), from.domain.heap_region->lkey};
    memory.nic.remote = {to.base(), to.domain.heap_region->rkey};
    memory.nic.unwanted = memory.nic.local.base + 4096;
    memory.nic.taken = &taken;
  }
  void write(const WorkRequest& request) { VerbsQueueFormat::write(memory, words.reserved++, request); }
  void announce() { VerbsQueueFormat::ring(memory, words.reserved); }
  void wake() const { call(pair); }
  void ring() {
    announce();
    wake();
  }
  /// Until all have ended, or one has failed.
  Completed wait() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    Completed seen;
    do seen = VerbsQueueFormat::look(memory);
    while (seen.end < words.reserved && seen.next == CompletionStatus::ok &&
           std::chrono::steady_clock::now() < end);
    return seen;
  }
  void carry_out(const WorkRequest& request) {
    write(request);
    ring();
    EXPECT_EQ(wait().end, words.reserved);
  }

  ibv_qp* pair;
  verbs::Wake call;
  QueueGpuWords words = words_from(0);
  std::uint64_t taken = 0;
  VerbsQueue::Memory memory;
};

/// Eight bytes from the first word of the own heap to the second of the peer's.
inline WorkRequest word_request(Verb verb) {
  WorkRequest request;
  request.verb = verb;
  request.signaled = true;
  request.bytes = 8;
  request.remote = 8;
  request.words = {{0x1122334455667788}};
  return request;
}
inline WorkRequest word_atomic(Amo amo, std::uint64_t value, std::uint64_t compare = 0, bool fetches = true) {
  WorkRequest request = word_request(Verb::atomic);
  request.amo = amo;
  request.fetches = fetches;
  request.operand = {value, compare};
  return request;
}

}  // namespace gin::test
