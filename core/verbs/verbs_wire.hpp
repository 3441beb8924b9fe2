// A wire over verbs (docs/decisions/007): a reliable connection to each peer, requests to work requests, completions to
// tokens and arrivals. The fast path stands here and not in a source file so that the engine has it in its own functions.
#pragma once

#include <endian.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/assert.hpp"
#include "core/format/verbs.hpp"
#include "core/verbs/connection.hpp"
#include "core/verbs/domain.hpp"
#include "core/verbs/receives.hpp"
#include "core/verbs/sends.hpp"

namespace gin::verbs {

/// Belongs to one thread, like every wire. The heap has to outlive it.
///
/// A completion queue cannot run over: it has room for a completion of each request of all queue pairs.
class VerbsWire {
 public:
  /// What it is made for, beside the heap.
  struct Job {
    std::uint32_t n_pes = 1;
    std::uint64_t eager_max = 0;  ///< bytes behind a message
  };

  /// Opens the device. Throws Error(unavailable) with a sentence when it is not there or too small for the job.
  VerbsWire(const Choice& choice, const HeapMemory& heap, const Job& job);

  /// What the other PEs have to know, for an all-gather.
  std::string address() const { return write(own_address()); }
  /// Those of all PEs, in their order, this one's too; once, before the first post. Throws Error(failed) that names
  /// the PE whose address is malformed or not to be reached.
  void connect(const std::vector<std::string>& addresses, Pe me);
  std::string nic() const { return domain_.device.name; }
  std::string title() const { return domain_.device.title(); }

  WireLimits limits() const { return limits_; }

  Post post(const WorkRequest& request, std::uint64_t token) {
    GIN_ASSERT(request.peer < peers_.size());
    Peer& peer = peers_[request.peer];
    if (peer.sends.is_broken()) return done_.push({token, CompletionStatus::flushed}), Post::accepted;
    if (peer.sends.is_full()) return Post::busy;
    if (!peer.sends.wants_doorbell()) unrung_.push(request.peer);
    Sends::Request& made = peer.sends.add(token);
    made.work.imm_data = htobe32(request.immediate);
    made.work.wr.rdma = {peer.base + request.remote, peer.key};
    switch (request.verb) {
      case Verb::write:
        GIN_ASSERT(request.has_immediate);
        made.work.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
        add_from_heap(made, request);
        return Post::accepted;
      case Verb::write_inline:
        GIN_ASSERT(request.has_immediate && request.bytes <= limits_.inline_max);
        made.work.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
        add_own(made, request.payload, request.bytes);
        return Post::accepted;
      case Verb::read:
        made.work.opcode = IBV_WR_RDMA_READ;
        add_from_heap(made, request);
        return Post::accepted;
      case Verb::send:
        GIN_ASSERT(request.has_immediate && request.bytes <= limits_.eager_max);
        made.work.opcode = IBV_WR_SEND_WITH_IMM;
        add_own(made, &request.message, message_bytes);
        if (request.bytes > 0) made.work.send_flags = 0;  // what is not inline cannot follow what is
        add_from_heap(made, request);
        return Post::accepted;
      case Verb::atomic:
        break;  // no wire carries atomics: they travel as messages
    }
    assertion_failed("a verb that a wire carries", __FILE__, __LINE__);
  }

  bool wants_doorbell() const { return !unrung_.empty(); }
  /// Hands over what was posted to the peer that has waited longest.
  void ring_doorbell() { peers_[unrung_.pop()].sends.ring(); }

  bool progress() {
    while (wants_doorbell()) ring_doorbell();
    ibv_wc found[batch];
    const int arrived = look(received_.get(), found);
    for (int i = 0; i < arrived; ++i) take_arrival(found[i]);
    const int sent = look(sent_.get(), found);
    for (int i = 0; i < sent; ++i)
      peers_[found[i].wr_id >> 32].sends.tell(static_cast<std::uint32_t>(found[i].wr_id),
                                              status_of_verbs(found[i].status), done_);
    return arrived + sent > 0;
  }

  bool next_done(Done& done) {
    if (done_.empty()) return false;
    done = done_.pop();
    return true;
  }

  bool next_arrival(Arrival& arrival) {
    if (arrived_.empty()) return false;
    const Arrived one = arrived_.pop();
    arrival.has_immediate = true;
    arrival.immediate = one.immediate;
    arrival.has_message = one.is_message;
    arrival.bytes.clear();
    if (one.is_message) open(one, arrival);
    return true;
  }

 private:
  struct Peer {
    Handle<ibv_qp> pair;
    Sends sends;
    Receives receives;
    std::uint64_t base = 0;
    std::uint32_t key = 0;
  };
  struct Arrived {
    std::uint32_t immediate = 0;
    std::uint32_t bytes = 0;  ///< of the message and what is behind it
    bool is_message = false;
    std::uint64_t id = 0;  ///< of the receive that a message lies in
  };
  static constexpr int batch = 16;

  PeerAddress own_address() const;

  void add(Sends::Request& made, const unsigned char* from, std::uint32_t bytes, std::uint32_t key) {
    made.parts[made.work.num_sge++] = {reinterpret_cast<std::uintptr_t>(from), bytes, key};
  }
  void add_from_heap(Sends::Request& made, const WorkRequest& request) {
    GIN_ASSERT(request.bytes <= domain_.heap.size() && request.local <= domain_.heap.size() - request.bytes);
    if (request.bytes > 0) add(made, domain_.heap.data() + request.local, request.bytes, domain_.heap_region->lkey);
  }
  /// Bytes that may change before the doorbell.
  void add_own(Sends::Request& made, const void* from, std::uint32_t bytes) {
    std::memcpy(made.staged, from, bytes);
    made.work.send_flags = IBV_SEND_INLINE;
    if (bytes > 0) add(made, made.staged, bytes, buffer_region_->lkey);
  }

  int look(ibv_cq* queue, ibv_wc* found) const {
    const int count = ibv_poll_cq(queue, batch, found);
    if (count < 0)
      refuse(Code::failed, "ibv_poll_cq on " + domain_.device.name, -count, "its log or dmesg says more");
    return count;
  }
  void take_arrival(const ibv_wc& one) {
    Receives& receives = peers_[one.wr_id >> 32].receives;
    if (one.status != IBV_WC_SUCCESS) return take_failed(one);
    const bool is_message = one.opcode == IBV_WC_RECV;
    arrived_.push({be32toh(one.imm_data), one.byte_len, is_message, one.wr_id});
    if (!is_message) receives.give_back(static_cast<std::uint32_t>(one.wr_id));
  }
  void take_failed(const ibv_wc& one);
  void open(const Arrived& one, Arrival& arrival);

  Job job_;
  Domain domain_;
  QueueDepths depths_;
  std::size_t buffer_bytes_;  // of one message and what comes behind it
  std::vector<unsigned char> buffers_;
  Handle<ibv_mr> buffer_region_;
  Handle<ibv_cq> sent_;
  Handle<ibv_cq> received_;
  WireLimits limits_;
  std::vector<Peer> peers_;
  Fifo<std::uint16_t> unrung_;  ///< peers with something posted, the longest waiting first
  Fifo<Done> done_;
  Fifo<Arrived> arrived_;
};
static_assert(Wire<VerbsWire>);

}  // namespace gin::verbs
