// The emulated NICs of all PEs and the wire between them.
//
// A work request goes through these stages; each is one event, named after the function that runs it:
//
//   doorbell   the NIC learns that work requests are ready
//   fetch      it has read them from memory: message pipeline, then the payload is read over PCIe
//   read       where several NICs share a GPU's link: the message is through the pipeline
//   staged     without GPUDirect: the payload has been copied beside the CPU (read at this moment)
//   transmit   payload is in the NIC (this is the moment at which it is read); source port
//   climb      only from leaf to leaf: one of the leaf's uplinks
//   arrive     first packet is at the target: target port, message pipeline
//   accept     the target's NIC has the connection's context, most often at once: processing
//   deliver    bytes are in the target's memory: visible
//   respond    reads only: payload read at the target, its port, back over the wire
//   come_back  reads only: at the source's port again
//   complete   acknowledged: the completion is in memory
#pragma once

#include <deque>
#include <vector>

#include "core/sim/trail.hpp"
#include "nic/nic.hpp"
#include "nic/nic_times.hpp"

namespace gin::emulated {

/// A stream is what a peer knows a queue by: one send queue on each rail, the one on the home rail first.
struct NetworkRules {
  std::uint32_t agent_streams = 1;  ///< to each peer, contexts included
  std::uint32_t contexts = 1;       ///< of the program; each has as many of the agents' streams
  std::uint32_t cpu_streams = 0;    ///< to each peer, of all CPU threads of the PE together
  std::uint32_t threads = 0;        ///< CPU threads of each PE that listen; stream s is theirs in turn
  std::uint32_t depth = 1024;
  std::uint32_t pes_per_node = 1;
  bool numbered = false;             ///< operations of a stream take numbers (PostRules)
  bool agent_queues_on_cpu = false;  ///< agents' send queues and completions lie in the CPU's memory
  std::uint64_t first_index = 0;     ///< where queue indices start; tests start them near a wrap
  std::uint32_t first_number = 0;    ///< the same for numbers

  std::uint32_t streams() const { return agent_streams + cpu_streams; }
  /// The rail of a stream's first queue, before it is taken modulo their number. A program that has several
  /// contexts chooses rails by them: one context, one rail, whoever the peer is. Else they differ from pair to pair
  /// and from stream to stream, so that no rail is everyone's first.
  std::uint32_t home_rail(Pe source, Pe peer, std::uint32_t stream) const {
    if (contexts > 1 && stream < agent_streams) return stream / (agent_streams / contexts);
    return stream + source.value + peer.value;
  }
  /// Which thread of a PE handles what arrives from, or comes back to, a stream.
  std::uint32_t thread_of(std::uint32_t stream) const {
    return (stream < agent_streams ? stream : stream - agent_streams) % threads;
  }
};

class Network;

/// A work request on its way.
struct Message {
  Network* network;
  NicQueue* queue;
  std::uint64_t index;
  Instant last_byte;         // of the payload, where the stage now under way can have it at the earliest
  std::uint64_t old_value;   // of an atomic
  Instant taken;             // by the target's NIC; the acknowledgement leaves then
  Instant translated;        // at the target: where the payload goes is known
  Instant beside;            // at the target, without GPUDirect: the payload is in the CPU's memory
  Instant could_be_visible;  // had nothing been in the way
  bool stored;               // false: phantom payload
  bool answering;            // a read's response is on its way back
  // Where it is recorded:
  bool at_target;
  std::uint32_t operation;
  std::uint32_t strand;
  Instant began, arrived;  // in the source's NIC, in the target's
  WorkRequest request;
  sim::Trail trail;
  Payload payload;
  void read(std::uint64_t);
  void staged(std::uint64_t);
  void transmit(std::uint64_t);
  void climb(std::uint64_t);
  void arrive(std::uint64_t);
  void accept(std::uint64_t);
  void deliver(std::uint64_t);
  void respond(std::uint64_t);
  void come_back(std::uint64_t);
  void complete(std::uint64_t);
};

class Network final : public QueueSource {
 public:
  Network(World& world, const NicModel& model, const NetworkRules& rules);

  SendQueue<VirtualEnv>& queue(Pe source, Pe peer, std::uint32_t index, bool cpu_rings) override {
    NicQueue& queue = nic_queue(source, peer, index);
    if (cpu_rings && !queue.send.note) add_note(queue);
    return queue.send;
  }
  void grow(FabricQueue& queue, std::uint64_t end) override;
  void rung(const Doorbell& doorbell) override;

  /// The connection of `source` to `peer`; made on first use. `index` counts send queues: stream, then rail.
  NicQueue& nic_queue(Pe source, Pe peer, std::uint32_t index);
  /// The same, of a queue whose memory the caller has made, as deep as it may be, and keeps.
  NicQueue& adopt(Pe source, Pe peer, std::uint32_t index, const QueueMemory& memory);
  /// Null while it is not in use. `station` counts the agents' queues of a PE, peer by peer.
  SendQueue<VirtualEnv>* find_agent_queue(Pe source, std::uint32_t station);
  std::uint32_t agent_stations() const {
    return static_cast<std::uint32_t>(endpoints_.size()) * rules_.agent_streams * rails();
  }
  sim::Gate& note_written(Pe pe) { return endpoint(pe).note_written; }

  /// The CPU thread `thread` of `pe` takes what arrives for it out of `arrivals`.
  void listen(Pe pe, std::uint32_t thread, ArrivalQueue& arrivals);
  void hand_over(Pe pe, std::uint32_t thread, ArrivalQueue::Entry&& entry);
  sim::Service write_memory(Pe pe, Bytes bytes) override;

  std::uint32_t rails() const { return static_cast<std::uint32_t>(model_.nic.rails); }
  const NetworkRules& rules() const { return rules_; }

  /// Takes the slots of a queue that has no work; they are used by those that have.
  void idle(NicQueue& queue);

  /// What each NIC, and the link of each GPU to its NICs, was given to carry so far; late is what is not through at
  /// `when`.
  void count(Instant when, models::MachineTraffic& traffic) const;

  /// A line for every queue of `source` with work in it and for some of those without.
  std::vector<std::string> occupancy(Pe source) const;

 private:
  friend struct Message;

  struct Items {
    sim::Item wqe_fetch, fetch_queue, pipeline_queue, payload_read, transmit, port_queue, serialize, propagation,
        target_queue, receive, memory_write, atomic, acknowledge, completion_write, earlier_work, read_queue, spray,
        walk, copy_queue, copy, context_fetch, uplink_queue;
  };

  void give_back_slots(NicQueue& queue);
  /// `carried`: the only new work request came with its doorbell.
  void start_fetch(NicQueue& queue, bool carried);
  void fetched(NicQueue& queue);
  void take(NicQueue& queue, std::uint64_t index, sim::Chain chain);
  /// The message is through the pipeline: the NIC reads what it carries.
  void read(Message& message);
  /// The NIC reads payload from `from` on, from where it reaches it; returns when the first byte is in.
  Instant read_payload(Message& message, Nic& nic, Instant from);
  /// `ready`: what the message carries is in the NIC, or its first byte is.
  void leave(Message& message, Instant ready);
  /// Payload that the NIC cannot read is copied to where it can, `of`'s.
  void stage(Message& message, Pe of, Instant from);
  void staged(Message& message);
  /// The bytes that the message carries are read now.
  void pick_up(Message& message);
  /// Payload that the NIC has brought beside the CPU at `beside` is copied into GPU memory.
  Instant copied_in(Pe pe, Instant beside, Bytes bytes);
  void transmit(Message& message);
  void climb(Message& message);
  void arrive(Message& message);
  void accept(Message& message);
  void deliver(Message& message);
  void respond(Message& message);
  void come_back(Message& message);
  void complete(Message& message);

  Bytes request_payload(const WorkRequest& request) const;
  /// Where the NIC reads this queue's work requests, as it sees memory: behind the heap.
  std::uint64_t slot_address(const NicQueue& queue, std::uint64_t index) const;
  /// Writing the completion of `message` takes.
  Duration completion_write(const Message& message) const;
  /// Puts bytes on `nic`'s line from now on; they arrive at the other end, or come back there.
  void send(Message& message, Nic& nic, Bytes wire_bytes);
  /// The first byte starts at `begin` and takes `flight`.
  void fly(Message& message, Nic& nic, Instant begin, Duration flight);
  Instant after_earlier(const Message& message, Instant arrives);
  /// What a message and its answer carry over the wire on their way.
  Bytes on_wire(const Message& message) const;
  /// As the switches on its way know it: its answer is a flow of its own.
  models::cost::Flow flow_of(const Message& message) const {
    const NicQueue& queue = *message.queue;
    const std::uint32_t source = message.answering ? queue.send.peer.value : queue.source.value;
    const std::uint32_t target = message.answering ? queue.source.value : queue.send.peer.value;
    return {world_.options.seed, source, target, queue.stream * rails() + queue.rail};
  }
  Leaf& leaf_of(Pe pe, std::uint32_t rail) { return leaves_[pe.value % rules_.pes_per_node * rails() + rail]; }
  /// Between GPUs of different places in their nodes.
  bool crosses_spine(const NicQueue& queue) const {
    return model_.has_spine() &&
           queue.source.value % rules_.pes_per_node != queue.send.peer.value % rules_.pes_per_node;
  }
  /// Takes bytes off the line; returns when the last is in.
  Instant take_off(Message& message, Nic& nic, Bytes wire_bytes);
  /// When `nic` had or will have the context of the message's connection to `other`.
  Instant context(const Message& message, Nic& nic, Pe other);
  /// The target has answered at `answered`: the acknowledgement goes back.
  void acknowledge(Message& message, Instant answered);
  /// Through, at `when` at the latest.
  void end(Message& message, Instant when) {
    if (world_.recorder()) [[unlikely]]
      record_end(message, when);
    message.payload.release(world_.blocks);
    messages_.give_back(message);
  }
  /// Somebody may be woken by `message`, whose chain ends now.
  sim::Chain chain(Message& message) { return message.trail.chain(world_.path); }
  /// The completion can be in memory at `at`, `alone` after its chain ends if nothing is in its way; it and those
  /// that waited for it are written in order.
  void finish(Message& message, Instant at, Duration alone);
  void add_note(NicQueue& queue);
  /// The target's CPU finds out about a message or immediate.
  void announce(Message& message, sim::Chain cause);
  /// The later of `when` and what earlier work of the queue has come to, which moves along: if the NIC keeps order.
  Instant in_order(Instant when, Instant& earlier) const {
    if (model_.nic.ordering == models::NicOrdering::none) return when;
    return earlier = std::max(when, earlier);
  }
  /// The same for when it could have been; `alone` is what it takes from the end of the message's chain on.
  Instant in_bare_order(Message& message, Duration alone, Instant& earlier) const {
    return in_order(message.trail.bare(world_.path) + alone, earlier);
  }
  Endpoint& endpoint(Pe pe) { return endpoints_[pe.value]; }
  bool gpudirect() const { return model_.pcie.gpudirect != 0; }
  /// What the request carries is copied at both ends.
  bool is_staged(const WorkRequest& request) const { return !gpudirect() && request.bytes > 0; }
  /// The source's memory hears of it.
  static bool is_written(const WorkRequest& request) {
    return request.signaled || request.verb == Verb::read || request.fetches;
  }
  /// A CPU thread's queue lies beside it, an agent's where the rules say.
  bool is_on_gpu(const NicQueue& queue) const { return !queue.completions && !rules_.agent_queues_on_cpu; }
  Nic& source_nic(const NicQueue& queue) { return nics_[queue.source.value * rails() + queue.rail]; }
  Nic& target_nic(const NicQueue& queue) { return nics_[queue.send.peer.value * rails() + queue.rail]; }
  unsigned char* memory(Pe pe, std::uint64_t offset) { return world_.pes[pe.value].heap + offset; }
  void extend(Message& message, sim::Item item, Instant end) {
    if (world_.recorder()) [[unlikely]]
      record(message, item, end);
    message.trail.extend(world_.path, item, end);
  }
  void extend(Message& message, sim::Item item, Instant end, Duration alone) {
    if (world_.recorder()) [[unlikely]]
      record(message, item, end);
    message.trail.extend(world_.path, item, end, alone);
  }
  void could_not_end_before(Message& message, Instant bare) { message.trail.not_before(world_.path, bare); }
  void at(Nic& cause, Instant when, sim::Action action) { world_.simulation.schedule(cause.actor, when, action); }

  // What is recorded (network_recording.cpp).
  Recorder::Key at_nic(const Message& message, Recorder::Show show) const;
  std::uint32_t lane_of(const Message& message) const;
  void record_leg(const Message& message, Instant begin, Instant end);
  void record(Message& message, sim::Item item, Instant end);
  void record_fetch(const NicQueue& queue, sim::Item item, Instant end);
  void record_start(Message& message);
  void record_arrival(Message& message);
  /// It leaves the target's NIC at `when`: its bytes into memory, or the answer to a read.
  void record_departure(Message& message, Instant when);
  void record_into_memory(const Message& message);
  void record_end(const Message& message, Instant when);
  void record_doorbell(const NicQueue& queue, std::uint64_t requests);
  void busy(const Recorder::Key& link, const sim::Service& service, Bytes bytes) {
    if (world_.recorder()) [[unlikely]]
      world_.recorder()->busy(link, service, bytes);
  }

  World& world_;
  const NicModel model_;
  const NicTimes times_;
  const NetworkRules rules_;
  Items items_;
  Arena arena_;
  std::deque<Nic> nics_;      // by PE, then rail
  std::vector<Leaf> leaves_;  // by place in a node, then rail
  std::deque<Endpoint> endpoints_;
  InFlight<Message> messages_;
};

}  // namespace gin::emulated
