// The emulated NIC as one CPU thread uses it: posts to queues of its own, polls one completion queue for all of
// them, and carries out what arrives for it from other PEs.
//
// Where the NIC keeps no order or has no atomics, operations take numbers and are complete when the target's CPU
// has acknowledged them; elsewhere the NIC's completion is enough.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "core/fabric/fabric.hpp"
#include "core/fabric/matching.hpp"
#include "core/fabric/number_window.hpp"
#include "core/fabric/ordered_signals.hpp"
#include "nic/network.hpp"
#include "nic/node_copies.hpp"
#include "nic/under_way.hpp"

namespace gin::emulated {

class CpuFabric {
 public:
  struct Rules {
    std::uint32_t streams_per_peer = 1;  ///< of each thread; no two threads share a queue
    std::uint32_t threads = 1;           ///< of the PE
    PostRules post;
    bool blueflame = false;  ///< a single new work request travels with its doorbell
    std::uint64_t completions_max = 1;
    std::uint32_t acknowledge_most = 1;
    std::uint64_t eager_max = 0;
  };

  /// `matching` is the PE's: a send and its receive may be in the hands of different threads.
  CpuFabric(VirtualEnv& env, Network& network, sim::Gate& gate, Matching& matching, const Rules& rules);

  Post post(const Posting& posting);
  bool wants_doorbell() const { return !unannounced_.empty(); }
  void ring_doorbell();
  bool progress();
  void request_completions() {}  // they come by themselves
  std::size_t poll(std::span<Completion> out);

 private:
  /// Work of this thread in one send queue: which index completes which operation.
  struct Posted {
    NicQueue* queue = nullptr;
    bool unannounced = false;
    bool failed = false;  ///< of a stream's first queue: none of its queues completes any more
    struct Mark {
      std::uint64_t end = 0;
      std::uint32_t slot = 0;
    };
    Fifo<Mark> indices;  ///< by work request
    Fifo<Mark> numbers;  ///< by number, modulo 2^32
  };
  /// What a peer's stream is to this thread.
  struct Heard {
    std::unique_ptr<OrderedSignals> signals;  ///< of operations that come from there
    std::unique_ptr<NumberWindow> window;     ///< of our own stream of that index, which the peer acknowledges
  };
  /// A work request that is not an operation of the ring: acknowledgements, answers, what waits for room.
  struct Deferred {
    Pe peer;
    bool is_operation = false;
    Operation operation;  ///< of a request: only what it is called, if it belongs to one
    WorkRequest request;
    std::uint32_t slot = 0;
    std::uint32_t stream = 0;
  };
  struct Acknowledgement {
    Pe source;
    std::uint32_t stream = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  static constexpr std::uint32_t nobody = ~std::uint32_t{0};  ///< the slot of work that completes no operation

  std::uint32_t stream_of(std::uint32_t lane) const;
  Posted& posted_to(Pe peer, std::uint32_t stream, std::uint32_t rail);
  bool has_room(Pe peer, std::uint32_t stream, const Operation& operation);
  /// False when there is no room; then nothing has happened.
  bool submit(Pe peer, std::uint32_t stream, const Operation& operation, std::uint32_t slot);
  /// `number`: of the operation that it belongs to, where it is recorded.
  bool submit(Pe peer, std::uint32_t stream, const WorkRequest& request, std::uint32_t slot, std::uint32_t number);
  void put(NicQueue& queue, const WorkRequest& request, std::uint32_t number);
  void mark(Posted& posted, std::uint32_t slot);
  void announce(Posted& posted);
  void drain_completions();
  void one_less(std::uint32_t slot);
  void fail(NicQueue& queue, CompletionStatus status);
  void fail(std::uint32_t slot, CompletionStatus status);
  /// The operation is not carried out, because its stream has failed.
  bool flushes(Pe peer, std::uint32_t stream, std::uint64_t tag);
  bool submit_deferred();

  /// A peer that agents reach by load and store: sends to it do not take the NIC either (docs/decisions/017).
  bool is_near(Pe peer) const { return node_copies_.joins(me(), peer); }
  void tell_near(const Operation& operation, std::uint32_t slot);

  Post post_send(const Operation& operation, std::uint32_t stream, std::uint64_t tag);
  void post_receive(const Operation& operation, std::uint32_t stream, std::uint64_t tag);

  // What arrives (cpu_arrivals.cpp).
  void handle(ArrivalQueue::Entry&& entry);
  std::uint64_t carry_out(const CpuMessage& message, std::uint32_t number);
  void acknowledged(Pe peer, std::uint32_t stream, std::uint32_t low, std::uint32_t count);
  void answer(const Arrival& asked, std::uint32_t stream, std::uint32_t number);
  void note_done(Pe source, std::uint32_t stream, std::uint32_t number);
  void send_acknowledgements();
  void two_sided(Arrival& arrival);
  void receive(const PostedReceive& receive, const Arrival& arrival);
  void release(const UnderWay::Entry& fetched);
  void finished(ArrivalQueue::Entry&& entry);
  Heard& heard(Pe peer, std::uint32_t stream);
  Pe me() const { return env_.who().pe; }
  unsigned char* heap() { return env_.world().pes[me().value].heap; }

  VirtualEnv& env_;
  Network& network_;
  CompletionQueue completions_;
  ArrivalQueue arrivals_;
  Matching& matching_;
  NodeCopies node_copies_;
  Rules rules_;
  std::deque<Posted> posted_;
  Fifo<Posted*> unannounced_;  ///< in the order of their first unannounced work request
  UnderWay under_way_;
  Fifo<Completion> done_;          ///< what poll() has not told yet
  std::uint64_t outstanding_ = 0;  ///< entries that the completion queue may still get
  Fifo<Deferred> deferred_;
  std::vector<Acknowledgement> acknowledgements_;
  std::vector<Heard> heard_;  ///< by peer and stream
};

static_assert(Fabric<CpuFabric>);

}  // namespace gin::emulated
