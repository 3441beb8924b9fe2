// A wire between PEs of one process and one thread, for tests: what is posted happens at the next progress of its
// source, in order or in an order drawn from a seed. It can be made busy, told to lose or double what arrives, and
// counts what was sent.
#pragma once

#include <array>
#include <deque>
#include <utility>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/random.hpp"
#include "core/fabric/memory_fabric.hpp"
#include "core/fabric/wire.hpp"

namespace gin::test {

struct LoopRules {
  std::uint32_t n_pes = 2;
  std::uint64_t heap_bytes = 1 << 16;
  WireLimits limits = {32, 1 << 20, 256};
  std::size_t depth = 64;  ///< requests that a PE may have posted and the wire not carried out
  std::uint64_t seed = 0;  ///< of the order; 0: as posted, all at once
};

/// What all PEs share.
class LoopNetwork {
 public:
  explicit LoopNetwork(const LoopRules& what) : rules(what), random(what.seed), inboxes(what.n_pes) {
    memory.resize(what.n_pes, std::vector<std::uint64_t>(what.heap_bytes / 8));
    for (std::vector<std::uint64_t>& heap : memory) heaps.push_back(reinterpret_cast<unsigned char*>(heap.data()));
  }

  std::uint64_t sent(MessageKind kind) const { return messages[static_cast<std::size_t>(kind)]; }
  bool in_heap(std::uint64_t offset, std::uint64_t bytes) const {
    return bytes <= rules.heap_bytes && offset <= rules.heap_bytes - bytes;
  }

  void carry_out(Pe source, const WorkRequest& request) {
    const Pe peer{request.peer};
    if (request.verb == Verb::send) return deliver(peer, arrival_of(source, request));
    GIN_ASSERT(request.bytes == 0 || in_heap(request.remote, request.bytes));
    GIN_ASSERT(request.verb == Verb::write_inline || in_heap(request.local, request.bytes));
    GIN_ASSERT(request.verb != Verb::atomic && request.bytes <= rules.limits.message_max);
    execute(request, source, heaps);
    ++(request.verb == Verb::read ? reads : writes);
    if (request.has_immediate) deliver(peer, arrival_of(source, request));
  }

  LoopRules rules;
  Random random;
  std::vector<std::vector<std::uint64_t>> memory;
  std::vector<unsigned char*> heaps;
  std::vector<std::deque<Arrival>> inboxes;
  std::uint64_t writes = 0;
  std::uint64_t reads = 0;
  std::array<std::uint64_t, 256> messages{};  ///< by kind
  std::uint64_t lose = 0;                     ///< so many of the next arrivals
  std::uint64_t twice = 0;                    ///< the same

 private:
  Arrival arrival_of(Pe source, const WorkRequest& request) {
    Arrival arrival;
    arrival.has_immediate = request.has_immediate;
    arrival.immediate = request.immediate;
    if (request.verb != Verb::send) return arrival;
    arrival.has_message = true;
    arrival.message = unpack(request.message);
    GIN_ASSERT(request.bytes <= rules.limits.eager_max && in_heap(request.local, request.bytes));
    const unsigned char* from = heaps[source.value] + request.local;
    arrival.bytes.assign(from, from + request.bytes);
    ++messages[static_cast<std::size_t>(arrival.message.kind)];
    return arrival;
  }
  void deliver(Pe peer, Arrival arrival) {
    if (lose > 0) {
      --lose;
      return;
    }
    if (twice > 0) {
      --twice;
      inboxes[peer.value].push_back(arrival);
    }
    inboxes[peer.value].push_back(std::move(arrival));
  }
};

class LoopWire {
 public:
  LoopWire(LoopNetwork& network, Pe me) : network_(network), me_(me) {}

  WireLimits limits() const { return network_.rules.limits; }

  Post post(const WorkRequest& request, std::uint64_t token) {
    if (refuse > 0 || posted_.size() >= network_.rules.depth) {
      refuse -= refuse > 0 ? 1 : 0;
      ++refused;
      return Post::busy;
    }
    posted_.push_back({request, token});
    return Post::accepted;
  }

  bool progress() {
    const bool any = !posted_.empty() || !network_.inboxes[me_.value].empty();
    std::size_t count = posted_.size();
    if (network_.rules.seed != 0 && count > 1) count = 1 + network_.random.below(count);
    for (; count > 0; --count) {
      if (network_.rules.seed != 0) std::swap(posted_[0], posted_[network_.random.below(posted_.size())]);
      const auto& [request, token] = posted_.front();
      const bool fails = fail > 0 && --fail == 0;
      if (!fails) network_.carry_out(me_, request);
      done_.push_back({token, fails ? CompletionStatus::remote_access : CompletionStatus::ok});
      posted_.pop_front();
    }
    return any;
  }

  bool next_done(Done& done) {
    if (done_.empty()) return false;
    done = done_.front();
    done_.pop_front();
    return true;
  }

  bool next_arrival(Arrival& arrival) {
    std::deque<Arrival>& inbox = network_.inboxes[me_.value];
    if (inbox.empty()) return false;
    arrival = std::move(inbox.front());
    inbox.pop_front();
    return true;
  }

  std::uint64_t fail = 0;     ///< which of the requests from now on; 0: none
  std::uint64_t refuse = 0;   ///< so many of the next posts
  std::uint64_t refused = 0;  ///< posts so far

 private:
  LoopNetwork& network_;
  Pe me_;
  std::deque<std::pair<WorkRequest, std::uint64_t>> posted_;
  std::deque<Done> done_;
};

static_assert(Wire<LoopWire>);

}  // namespace gin::test
