// The emulated NICs of all PEs and the wire between them. What happens to a work request stands in message.hpp.
#pragma once

#include <deque>
#include <vector>

#include "core/base/planted.hpp"
#include "core/env/in_flight.hpp"
#include "nic/message.hpp"
#include "nic/nic_items.hpp"
#include "nic/nic_times.hpp"

namespace gin::emulated {

class Network final : public QueueSource {
 public:
  Network(World& world, const NicModel& model, const NetworkRules& rules);

  SendQueue<VirtualEnv>& queue(Pe source, Pe peer, std::uint32_t index, bool cpu_rings) override {
    NicQueue& queue = nic_queue(source, peer, index);
    if (cpu_rings && !queue.send.note) add_note(queue);
    return queue.send;
  }
  void grow(FabricQueue& queue, std::uint64_t end) override;
  void placed(FabricQueue& queue, std::uint64_t index, std::uint32_t number) override {
    static_cast<NicQueue&>(queue).finished_slot(index).operation = number;
  }
  void rung(const Doorbell& doorbell) override;

  /// The connection of `source` to `peer`; made on first use. `index` counts send queues: stream, then rail.
  NicQueue& nic_queue(Pe source, Pe peer, std::uint32_t index);
  /// The same, of a queue whose memory the caller has made, as deep as it may be, and keeps.
  NicQueue& adopt(Pe source, Pe peer, std::uint32_t index, const SoftQueueFormat::Memory& memory);
  /// Null while it is not in use. `station` counts the agents' queues of a PE, peer by peer.
  SendQueue<VirtualEnv>* find_agent_queue(Pe source, std::uint32_t station);
  std::uint32_t agent_stations() const {
    return static_cast<std::uint32_t>(endpoints_.size()) * rules_.agent_streams * rails();
  }
  sim::Gate& note_written(Pe pe) { return endpoint(pe).note_written; }

  /// The CPU thread `thread` of `pe` takes what arrives for it out of `arrivals`.
  void listen(Pe pe, std::uint32_t thread, ArrivalQueue& arrivals) { endpoint(pe).arrivals[thread] = &arrivals; }
  void hand_over(Pe pe, std::uint32_t thread, ArrivalEntry&& entry);
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
  // At the source's NIC, from the doorbell to the port (network_source.cpp).
  /// `carried`: the only new work request came with its doorbell.
  void start_fetch(NicQueue& queue, bool carried);
  void fetched(NicQueue& queue);
  /// The NIC fetches bytes from memory when it sends the message; what is inline came with the work request, unless the NIC
  /// counts: its writes take no payload along, and an agent leaves a value where the NIC reads it.
  bool reads_payload(const WorkRequest& request) const {
    return request.verb == Verb::write || (request.verb == Verb::send && request.bytes > 0) ||
           (request.verb == Verb::write_inline && rules_.counted);
  }
  void take(NicQueue& queue, std::uint64_t index, sim::Chain chain);
  void read(Message& message);
  /// `ready`: what the message carries is in the NIC, or its first byte is.
  void leave(Message& message, Instant ready);
  void transmit(Message& message);
  /// Where the NIC reads this queue's work requests, as it sees memory: behind the heap.
  std::uint64_t slot_address(const NicQueue& queue, std::uint64_t index) const;

  // On the wire (network_wire.cpp).
  /// Puts the message, or its answer, on `from`'s line from now on; it arrives at the other end, or comes back there.
  void send(Message& message, Nic& from);
  void climb(Message& message);
  /// The first byte starts at `begin`.
  void fly(Message& message, Nic& from, Instant begin);
  /// Takes it off the line; returns when the last byte is in and through the message pipeline.
  Instant take_off(Message& message, Nic& to);
  /// Of a packet that waits nowhere.
  Duration flight(const NicQueue& queue) const;
  Instant after_earlier(const Message& message, Instant arrives);
  /// Messages of a queue may overtake each other on the way, and the target's NIC keeps their order.
  bool holds_early() const {
    return model_.holds_early() ||
           (world_.adversary.is_on() && model_.nic.ordering == models::NicOrdering::per_queue);
  }
  /// What a message, or its answer, carries over the wire.
  Bytes on_wire(const Message& message) const;
  /// As the switches on its way know it: its answer is a flow of its own.
  models::cost::Flow flow_of(const Message& message) const;
  Leaf& leaf_of(Pe pe, std::uint32_t rail) { return leaves_[pe.value % rules_.pes_per_node * rails() + rail]; }
  /// Between GPUs of different places in their nodes.
  bool crosses_spine(const NicQueue& queue) const {
    return model_.has_spine() &&
           queue.source.value % rules_.pes_per_node != queue.send.peer.value % rules_.pes_per_node;
  }

  // At the target's NIC (network_target.cpp).
  void arrive(Message& message);
  void accept(Message& message);
  void accept_write(Message& message, Instant first, Instant received);
  void accept_atomic(Message& message, Instant received);
  void accept_read(Message& message, Instant received);
  /// What the message brings can be in memory at `when`, `alone` after its chain ends if nothing is in its way.
  /// Returns when it will be, with what a queue in order has still to bring before.
  Instant visible(Message& message, Instant when, Duration alone);
  /// It adds one to the word that the message names (network_counters.cpp).
  void start_count(Message& message, Instant behind, Duration alone);
  void counted(Message& count);
  /// It reads what a read asks for, from `from` on.
  void read_answer(Message& message, Instant from);
  void respond(Message& message);

  // At the memories of GPUs and CPUs (network_memory.cpp).
  /// The NIC reads payload from `from` on, from where it reaches it; returns when the first byte is in.
  Instant read_payload(Message& message, Nic& nic, Instant from);
  /// Payload that the NIC cannot read is copied to where it can, `of`'s.
  void stage(Message& message, Pe of, Instant from);
  void staged(Message& message);
  /// The bytes that the message carries are read now.
  void pick_up(Message& message);
  /// What the NIC has read goes out; unless it was copied, it is what is there now.
  void read_out(Message& message);
  /// When the NIC is through with the first and with the last of a message that it writes.
  struct Packets {
    Instant first, last;
  };
  /// From the first packet's arrival to the last one's.
  Duration tail_of(const Message& message) const {
    return models::cost::behind_first(model_.nic, {static_cast<std::int64_t>(message.request.bytes)},
                                      message.on_line);
  }
  /// The NIC writes payload, or an answer's; the message then says when it is where the NIC reaches. Returns how long
  /// after the last packet that is with nothing in its way.
  Duration write_payload(Message& message, Nic& nic, const Packets& packets);
  /// Payload that the NIC has brought beside the CPU at `beside` is copied into GPU memory.
  Instant copied_in(Pe pe, Instant beside, std::uint64_t bytes);
  void deliver(Message& message);
  void execute(Message& message);
  /// The target's CPU finds out about a message or immediate.
  void announce(Message& message, sim::Chain cause);
  bool gpudirect() const { return model_.pcie.gpudirect != 0; }
  /// What the request carries is copied at both ends.
  /// Who takes turns at ports and links: each queue, what a CPU thread copies, and what CPU threads write. Answers of
  /// a read go the other way.
  static constexpr sim::SharedPipe::User user_copier = 1, user_cpu = 2;
  static sim::SharedPipe::User user_of(const Message& message) {
    return reinterpret_cast<std::uintptr_t>(message.queue) | (message.answering ? 1 : 0);
  }
  bool is_staged(const WorkRequest& request) const { return !gpudirect() && request.bytes > 0; }

  // At the source's NIC again (network_completion.cpp).
  void come_back(Message& message);
  /// The target has answered at `answered`: the acknowledgement goes back.
  void acknowledge(Message& message, Instant answered);
  /// The completion can be in memory at `at`, `alone` after its chain ends if nothing is in its way; it and those
  /// that waited for it are written in order.
  void finish(Message& message, Instant at, Duration alone);
  void complete(Message& message);
  /// Work requests up to `newest` are complete, and how the next one ended, if it failed; returns the gate at which
  /// somebody may wait for that.
  sim::Gate& report(NicQueue& queue, std::uint64_t newest, CompletionStatus next);
  /// What the answer brought is in memory.
  void land(Message& message);
  /// Through, at `when` at the latest.
  void end(Message& message, Instant when) {
    if (world_.recorder()) [[unlikely]]
      record_end(message, when);
    message.payload.release(world_.blocks);
    messages_.give_back(message);
  }
  /// The source's memory hears of it.
  static bool is_written(const Message& message) {
    const WorkRequest& request = message.request;
    return request.signaled || request.verb == Verb::read || request.fetches ||
           message.status != CompletionStatus::ok;
  }

  // What a target refuses (network_failures.cpp).
  /// It is answered all the same. Where the NIC keeps order, it takes nothing more of the queue.
  void refuse(Message& message);
  /// The completion says that it failed: so do its queue and those of the stream's other rails.
  void fail(Message& message);
  void break_off(NicQueue& queue, std::uint64_t newest, CompletionStatus status);

  // Where an adversary makes things late, and what is promised all the same (network_lateness.cpp).
  Duration late(const Message& message, Adversary::Moment moment) const {
    return world_.adversary.is_on() ? world_.adversary.late(draw_of(*message.queue, message.index, moment))
                                    : Duration{};
  }
  static Adversary::Draw draw_of(const NicQueue& queue, std::uint64_t index, Adversary::Moment moment);
  static Promises::Part part_of(const Message& message);
  /// What has to be there before it is; if not, it comes again to where it is asked.
  bool may_come(Message& message) {
    return !world_.promises || world_.promises->may_come(part_of(message), &message);
  }
  void is_there(const Message& message);
  /// The completion of what brings nothing back may come when it has left; its source is read when its issuer has waited for that.
  void tell_early(Message& message);
  void end_untold(Message& message);
  void read_source(void* unread);
  /// False: what it brings is there with its completion.
  bool land_late(Message& message);
  void land_part(Message& landing);
  void land_all(Message& message, sim::Chain cause);
  /// Part of what a message writes may be there before all of it is at `there`: not before what is in order before it.
  void bring_part(Message& message, Instant earlier, Instant there);
  void part_there(Message& message);
  /// Stores what is not there yet; false: part of it, and the rest comes again.
  bool store_late(Message& message);
  /// The run, or what is around it.
  void store_part(Message& message, bool is_run);
  template <class F>
  void each_part(const Message& message, bool is_run, F f) const;
  bool run_first(const Message& message) const {
    return world_.adversary.coin(draw_of(*message.queue, message.index, Adversary::Moment::rest));
  }

  // Everywhere.
  void add_note(NicQueue& queue);
  void give_back_slots(NicQueue& queue);
  Endpoint& endpoint(Pe pe) { return endpoints_[pe.value]; }
  /// A CPU thread's queue lies beside it, an agent's where the rules say.
  bool is_on_gpu(const NicQueue& queue) const { return !queue.completions && !rules_.agent_queues_on_cpu; }
  Nic& source_nic(const NicQueue& queue) { return nics_[queue.source.value * rails() + queue.rail]; }
  Nic& target_nic(const NicQueue& queue) { return nics_[queue.send.peer.value * rails() + queue.rail]; }
  unsigned char* memory(Pe pe, std::uint64_t offset) { return world_.pes[pe.value].heap + offset; }
  /// When `nic` had or will have the context of the message's connection to `other`.
  Instant context(const Message& message, Nic& nic, Pe other) const {
    // Both directions of a connection have one context at each end.
    return nic.contexts.look_up(std::uint64_t{other.value} << 32 | message.queue->stream, world_.now());
  }
  /// The event that runs `Stage` with a message or a queue.
  template <auto Stage, class Subject>
  sim::Action event(Subject& subject) {
    return {[](void* of, std::uint64_t network) {
              (reinterpret_cast<Network*>(network)->*Stage)(*static_cast<Subject*>(of));
            },
            &subject, reinterpret_cast<std::uint64_t>(this)};
  }
  void at(Nic& cause, Instant when, sim::Action action) { world_.simulation.schedule(cause.actor, when, action); }
  /// The later of `when` and what earlier work of the queue has come to, which moves along: if the NIC keeps order.
  Instant in_order(Instant when, Instant& earlier) const {
    if (model_.nic.ordering == models::NicOrdering::none || planted(Fault::queue_overtaken)) return when;
    return earlier = std::max(when, earlier);
  }
  /// The same for when it could have been; `alone` is what it takes from the end of the message's chain on.
  Instant in_bare_order(Message& message, Duration alone, Instant& earlier) const {
    return in_order(message.trail.bare(world_.path) + alone, earlier);
  }
  /// `alone`: how long it would have taken with nothing in its way, where the item does not say.
  template <class... Alone>
  void extend(Message& message, sim::Item item, Instant end, Alone... alone) {
    if (world_.recorder()) [[unlikely]]
      record(message, item, end);
    message.trail.extend(world_.path, item, end, alone...);
  }
  void could_not_end_before(Message& message, Instant bare) { message.trail.not_before(world_.path, bare); }
  /// Somebody may be woken by `message`, whose chain ends now.
  sim::Chain chain(Message& message) { return message.trail.chain(world_.path); }

  // What is recorded (network_recording.cpp).
  Recorder::Key at_nic(const Message& message, Recorder::Show show) const;
  std::uint32_t lane_of(const Message& message) const;
  void record_leg(const Message& message, Instant begin, Instant end);
  void record(Message& message, sim::Item item, Instant end);
  void record_fetch(const NicQueue& queue, sim::Item item, Instant end);
  void record_start(Message& message);
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
  const NicItems items_;
  Arena arena_;
  std::deque<Nic> nics_;      // by PE, then rail
  std::vector<Leaf> leaves_;  // by place in a node, then rail
  std::deque<Endpoint> endpoints_;
  InFlight<Message> messages_;
};

}  // namespace gin::emulated
