// A wire over libfabric (docs/decisions/007): requests become calls, completions become tokens and arrivals. The fast
// path stands here and not in a source file so that the engine has it in its own functions.
#pragma once

#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/fifo.hpp"
#include "core/base/planted.hpp"
#include "core/fabric/wire.hpp"
#include "core/format/work_request.hpp"
#include "core/ofi/endpoint.hpp"
#include "core/ofi/peer_address.hpp"
#include "core/ofi/slot_pool.hpp"

namespace gin::ofi {

/// Providers tell of a peer that is gone with whatever errno their socket or kernel had.
CompletionStatus status_of(long error);

/// Belongs to one thread, like every wire. The heap has to outlive it.
class OfiWire {
 public:
  /// Opens `provider`, which probe.hpp should have tried before; throws Error(unavailable) with a sentence when it
  /// says of itself that it cannot do what a wire has to. Up to `eager_max` bytes travel behind a message, fewer where the
  /// provider has no messages of that size.
  OfiWire(const Provider& provider, std::span<unsigned char> heap, std::uint64_t eager_max);
  /// The endpoint before the regions: receives that are still posted lie in one, and a provider may post them again while it
  /// closes (efa of 1.17 does).
  ~OfiWire() { endpoint_.endpoint.reset(); }

  /// What the other PEs have to know, for an all-gather.
  std::string address() const;
  /// Those of all PEs, in their order, this one's too; once, before the first post. Throws Error(failed) that names
  /// the PE whose address is malformed or not to be reached.
  void connect(const std::vector<std::string>& addresses, Pe me);

  /// What carries the bytes, as the OS names it ("0000:a1:00.0", "mlx5_0", "eth0"), or the provider ("shm").
  std::string nic() const { return nic_of(*endpoint_.info); }

  /// For people: the fabric and the device that carry the bytes, of providers that open one.
  std::string title() const;

  WireLimits limits() const { return limits_; }

  Post post(const WorkRequest& request, std::uint64_t token) {
    GIN_ASSERT(request.peer < peers_.size());
    const Peer& peer = peers_[request.peer];
    if (request.verb == Verb::write_inline) return write_inline(request, peer, token);
    GIN_ASSERT(request.bytes <= heap_.size() && request.local <= heap_.size() - request.bytes);
    switch (request.verb) {
      case Verb::write:
        return write(request, peer, token);
      case Verb::read:
        return read(request, peer, token);
      case Verb::send:
        return send(request, peer, token);
      case Verb::write_inline:
      case Verb::atomic:
        break;  // no wire carries atomics: they travel as messages
    }
    assertion_failed("a verb that a wire carries", __FILE__, __LINE__);
  }

  bool progress() {
    if (owed_) post_owed();
    fi_cq_data_entry entries[batch];
    const ssize_t count = fi_cq_read(endpoint_.completions.get(), entries, batch);
    if (count <= 0) {
      if (count == -FI_EAGAIN || count == -FI_EINTR || count == 0) {
        if (endpoint_.events && ++idle_looks_ % idle_looks_of_event == 0) look_at_events();
        return false;
      }
      take_failed(count);
      return true;
    }
    for (ssize_t i = 0; i < count; ++i) take(entries[i]);
    return true;
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
    arrival.has_message = one.slot != nullptr;
    arrival.bytes.clear();
    if (one.slot) open(one, arrival);
    return true;
  }

 private:
  struct Peer {
    fi_addr_t address = FI_ADDR_UNSPEC;
    std::uint64_t base = 0;
    std::uint64_t key = 0;
  };
  struct Arrived {
    std::uint32_t immediate = 0;
    std::uint32_t bytes = 0;  ///< behind the message
    Slot* slot = nullptr;     ///< where the message lies, or none
  };

  static constexpr std::size_t batch = 16;
  // Events are errors, which end the wire: they may wait.
  static constexpr std::uint32_t idle_looks_of_event = 1024;
  static constexpr std::size_t writes_max = 1024;
  static constexpr std::size_t sends_max = 128;
  static constexpr std::size_t receives_max = 256;

  Post write(const WorkRequest& request, const Peer& peer, std::uint64_t token) {
    GIN_ASSERT(request.has_immediate);
    Slot* slot = writes_.first();
    if (!slot) return Post::busy;
    return settle(
        fi_writedata(endpoint_.endpoint.get(), heap_.data() + request.local, request.bytes, heap_descriptor_,
                     planted(Fault::immediate_cut) ? request.immediate & 0xffff : request.immediate, peer.address,
                     peer.base + request.remote, peer.key, slot),
        slot, token);
  }

  Post write_inline(const WorkRequest& request, const Peer& peer, std::uint64_t token) {
    GIN_ASSERT(request.has_immediate && request.bytes <= WorkRequest::inline_bytes);
    if (injects_ && request.bytes <= inject_max_)
      return settle(fi_inject_writedata(endpoint_.endpoint.get(), request.payload, request.bytes, request.immediate,
                                        peer.address, peer.base + request.remote, peer.key),
                    nullptr, token);
    Slot* slot = sends_.first();
    if (!slot) return Post::busy;
    std::memcpy(slot->buffer, request.payload, request.bytes);
    return settle(fi_writedata(endpoint_.endpoint.get(), slot->buffer, request.bytes, buffer_descriptor_,
                               request.immediate, peer.address, peer.base + request.remote, peer.key, slot),
                  slot, token);
  }

  Post read(const WorkRequest& request, const Peer& peer, std::uint64_t token) {
    Slot* slot = writes_.first();
    if (!slot) return Post::busy;
    return settle(fi_read(endpoint_.endpoint.get(), heap_.data() + request.local, request.bytes, heap_descriptor_,
                          peer.address, peer.base + request.remote, peer.key, slot),
                  slot, token);
  }

  Post send(const WorkRequest& request, const Peer& peer, std::uint64_t token) {
    GIN_ASSERT(request.has_immediate && request.bytes <= limits_.eager_max);
    const std::size_t bytes = message_bytes + request.bytes;
    if (injects_ && request.bytes == 0 && bytes <= inject_max_)
      return settle(
          fi_injectdata(endpoint_.endpoint.get(), &request.message, bytes, request.immediate, peer.address),
          nullptr, token);
    Slot* slot = sends_.first();
    if (!slot) return Post::busy;
    std::memcpy(slot->buffer, &request.message, message_bytes);
    std::memcpy(slot->buffer + message_bytes, heap_.data() + request.local, request.bytes);
    return settle(fi_senddata(endpoint_.endpoint.get(), slot->buffer, bytes, buffer_descriptor_, request.immediate,
                              peer.address, slot),
                  slot, token);
  }

  /// `slot`: null of what is injected; the provider has copied the bytes and says nothing more about them.
  Post settle(ssize_t error, Slot* slot, std::uint64_t token) {
    if (error == -FI_EAGAIN) return Post::busy;
    if (error) {
      done_.push({token, status_of(error)});  // nothing comes back of a request that the provider does not take
    } else if (slot) {
      if (!planted(Fault::context_used_again)) slot->home->take();
      slot->token = token;
    } else {
      done_.push({token});
    }
    return Post::accepted;
  }

  void take(const fi_cq_data_entry& entry) {
    Slot* slot = static_cast<Slot*>(entry.op_context);
    if (entry.flags & FI_RECV) {
      GIN_ASSERT(entry.len >= message_bytes);
      arrived_.push(
          {static_cast<std::uint32_t>(entry.data), static_cast<std::uint32_t>(entry.len - message_bytes), slot});
    } else if (entry.flags & FI_REMOTE_CQ_DATA) {
      arrived_.push({static_cast<std::uint32_t>(entry.data), 0, nullptr});
    } else {
      done_.push({slot->token});
      slot->home->give_back(slot);
    }
  }

  void open(const Arrived& one, Arrival& arrival);
  bool post_receive(Slot* slot);
  void post_owed();
  void take_failed(ssize_t error);
  void look_at_events();

  std::span<unsigned char> heap_;
  std::size_t buffer_bytes_;                  // of one message and what comes behind it
  std::unique_ptr<unsigned char[]> buffers_;  // for sends, then for receives; outlives the endpoint
  // Kept until all wires of this process are open and are connected, for what the provider registers with the first operation.
  std::unique_ptr<unsigned char[]> room_;
  Endpoint endpoint_;
  Handle<fid_mr> room_region_;
  Handle<fid_mr> heap_region_;
  Handle<fid_mr> buffer_region_;
  void* heap_descriptor_;
  void* buffer_descriptor_;
  std::size_t inject_max_;
  bool injects_;
  WireLimits limits_;
  std::vector<Peer> peers_;
  SlotPool writes_;
  SlotPool sends_;
  SlotPool receives_;
  std::uint32_t idle_looks_ = 0;
  Slot* owed_ = nullptr;  // receives that the provider had no room for
  Fifo<Done> done_;
  Fifo<Arrived> arrived_;
};
static_assert(Wire<OfiWire>);

}  // namespace gin::ofi
