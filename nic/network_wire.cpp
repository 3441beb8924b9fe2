// Network, between two ports: the line at both ends and, between leaves, one of the leaf's uplinks.
#include <algorithm>

#include "nic/network.hpp"

namespace gin::emulated {

Bytes Network::on_wire(const Message& message) const {
  const WorkRequest& request = message.request;
  std::uint64_t bytes = request.bytes;
  if (request.verb == Verb::read && !message.answering) bytes = 0;
  // A compare-and-swap carries two operands; the other atomics are counted alike, they share a packet format.
  if (request.verb == Verb::atomic) bytes = 16;
  if (request.verb == Verb::send) bytes += message_bytes;
  return model_.on_wire({static_cast<std::int64_t>(bytes)});
}

void Network::send(Message& message, Nic& from) {
  const Bytes bytes = on_wire(message);
  const sim::SharedPipe::Turns turns = from.port_out.reserve(world_.now(), bytes, user_of(message));
  busy(at_nic(message, Recorder::Show::line_out), turns.work, bytes);
  extend(message, items_.port_queue, turns.begin);
  message.last_byte = std::max(turns.end, message.last_byte);
  message.spread = turns.spread();
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::nic)].add(bytes.count);
  // The NICs of a leaf get their turns at its uplinks in the order in which they send.
  if (crosses_spine(*message.queue)) return at(from, turns.begin, event<&Network::climb>(message));
  fly(message, from, turns.begin);
}

void Network::climb(Message& message) {
  const NicQueue& queue = *message.queue;
  Nic& from = message.answering ? target_nic(queue) : source_nic(queue);
  Instant begin = world_.now();
  if (model_.limits_uplinks()) {
    Uplink& uplink = leaf_of(message.answering ? queue.send.peer : queue.source, queue.rail)
                         .uplink(flow_of(message), begin, from.ways);
    const sim::Service bytes = uplink.bytes.reserve(begin, on_wire(message));
    const sim::Service turn = uplink.messages.reserve(begin, Bytes{1});
    begin = std::max(bytes.begin, turn.begin);
    message.last_byte = std::max({message.last_byte, bytes.end, turn.end});
    // What an uplink brings more slowly than the target's port takes it may be passed by what comes over another.
    if (model_.has_several_ways())
      begin = std::max(begin, message.last_byte - RateClock{model_.nic.line}.take(on_wire(message)));
    extend(message, items_.uplink_queue, begin);
  }
  fly(message, from, begin);
}

void Network::fly(Message& message, Nic& from, Instant begin) {
  const Duration takes = flight(*message.queue) +
                         late(message, message.answering ? Adversary::Moment::answer : Adversary::Moment::flight);
  message.last_byte = message.last_byte + takes;
  Instant first = begin + takes;
  if (world_.recorder() && message.answering) [[unlikely]]
    record_departure(message, begin);
  extend(message, items_.propagation, first);
  if (message.answering) return at(from, first, event<&Network::come_back>(message));
  if (model_.wire.spray.ps > 0) {
    const Duration detour{
        static_cast<std::int64_t>(from.ways.below(static_cast<std::uint64_t>(model_.wire.spray.ps) + 1))};
    first = first + detour;
    message.last_byte = message.last_byte + detour;
    extend(message, items_.spray, first);
  }
  if (holds_early()) {
    first = after_earlier(message, first);
    extend(message, items_.earlier_work, first);
  }
  at(from, first, event<&Network::arrive>(message));
}

/// What has overtaken the message before it waits for that one, unless it is done: then it is there.
Instant Network::after_earlier(const Message& message, Instant arrives) {
  const NicQueue& queue = *message.queue;
  if (message.index > queue.retired)
    if (const Finished& before = queue.finished_slot(message.index - 1); !before.message)
      arrives = std::max(arrives, before.at);
  queue.finished_slot(message.index).at = arrives;
  return arrives;
}

Instant Network::take_off(Message& message, Nic& to) {
  const Bytes bytes = on_wire(message);
  const sim::SharedPipe::Turns line = to.port_in.reserve(world_.now(), bytes, user_of(message));
  busy(at_nic(message, Recorder::Show::line_in), line.work, bytes);
  const Instant in = std::max(line.end, message.last_byte);
  extend(message, items_.target_queue, line.begin);
  const Duration others = std::max(message.spread, line.spread());
  extend(message, items_.serialize, in, std::max(Duration{}, in - line.begin - others));
  message.on_line = in - line.begin;
  // Others pass the pipeline while the rest of it comes.
  const sim::Service slot = to.received.reserve(line.begin, Bytes{1});
  const Duration takes = slot.end - slot.begin;
  const Instant through = std::max(in, slot.begin) + takes;
  extend(message, items_.pipeline_queue, through, takes);
  return through;
}

Duration Network::flight(const NicQueue& queue) const {
  Duration takes =
      queue.source == queue.send.peer ? Duration{} : model_.wire.propagation;  // or back inside the NIC
  if (crosses_spine(queue)) takes += model_.wire.spine;
  return takes;
}

models::cost::Flow Network::flow_of(const Message& message) const {
  const NicQueue& queue = *message.queue;
  const std::uint32_t source = message.answering ? queue.send.peer.value : queue.source.value;
  const std::uint32_t target = message.answering ? queue.source.value : queue.send.peer.value;
  return {world_.options.seed, source, target, queue.stream * rails() + queue.rail};
}

}  // namespace gin::emulated
