// Network, in the target's NIC: what it does with a message that comes.
#include <algorithm>

#include "core/base/planted.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

void Network::arrive(Message& message) {
  NicQueue& queue = *message.queue;
  Nic& nic = target_nic(queue);
  if (world_.recorder()) [[unlikely]] {
    message.at_target = true;
    message.arrived = world_.now();
  }
  message.taken = take_off(message, nic);
  const Instant known = context(message, nic, queue.source);
  if (known < world_.now()) return accept(message);
  // Until then others go ahead, but none of the same connection: they wait for the same moment.
  message.taken = std::max(message.taken, known);
  extend(message, items_.context_fetch, message.taken);
  at(nic, known, event<&Network::accept>(message));
}

void Network::accept(Message& message) {
  const Instant processed = message.taken + model_.nic.receive;
  extend(message, items_.receive, processed);
  // Its first packet is through as long before its last as it came, but not before what the NIC has to know, nor before
  // what came earlier.
  const Instant first =
      std::max({processed - tail_of(message), world_.now() + model_.nic.receive, message.queue->received});
  const Instant received = in_order(processed, message.queue->received);
  extend(message, items_.earlier_work, received);
  message.taken = received;
  if (message.status != CompletionStatus::ok || message.queue->is_broken) return refuse(message);
  switch (message.request.verb) {
    case Verb::write:
    case Verb::write_inline:
      return accept_write(message, std::min(first, received), received);
    case Verb::send:  // into host memory
      message.translated = received;
      visible(message, received + times_.write_cpu, times_.write_cpu);
      return;
    case Verb::atomic:
      return accept_atomic(message, received);
    case Verb::read:
      return accept_read(message, received);
  }
}

void Network::accept_write(Message& message, Instant first, Instant received) {
  const NicQueue& queue = *message.queue;
  const bool counts = message.request.counts, early = planted(Fault::counter_before_payload);
  if (counts && early) start_count(message, received, {});
  const Duration alone = write_payload(message, target_nic(queue), {first, received});
  const bool copied = is_staged(message.request);
  const Instant there = visible(
      message, copied ? copied_in(queue.send.peer, message.beside, message.request.bytes) : message.beside, alone);
  if (counts && !early) start_count(message, there, alone);
}

void Network::accept_atomic(Message& message, Instant received) {
  GIN_ASSERT(model_.nic.native_atomics != 0);
  Nic& nic = target_nic(*message.queue);
  const Instant begin = nic.atomics.reserve(received, Bytes{1}).begin;
  extend(message, items_.target_queue, begin);
  const Instant found = nic.iotlb.translate(begin, message.request.remote, 8).last;
  extend(message, items_.walk, found);
  visible(message, found + times_.atomic, times_.atomic);
}

Instant Network::visible(Message& message, Instant when, Duration alone) {
  NicQueue& queue = *message.queue;
  message.could_be_visible = in_bare_order(message, alone, queue.could_be_visible);
  const Instant earlier = std::max(world_.now(), queue.visible);
  const Instant there = in_order(when + late(message, Adversary::Moment::arrival), queue.visible);
  if (world_.adversary.is_on()) [[unlikely]]
    bring_part(message, earlier, there);
  at(target_nic(queue), there, event<&Network::deliver>(message));
  return there;
}

/// A read waits for the writes before it and holds up none after it.
void Network::accept_read(Message& message, Instant received) {
  const NicQueue& queue = *message.queue;
  Instant earlier = queue.visible;
  const Instant after_writes = in_order(received + late(message, Adversary::Moment::arrival), earlier);
  extend(message, items_.read_queue, after_writes);
  Instant could_be_earlier = queue.could_be_visible;
  could_not_end_before(message, in_bare_order(message, {}, could_be_earlier));
  if (is_staged(message.request)) return stage(message, queue.send.peer, after_writes);
  read_answer(message, after_writes);
}

void Network::read_answer(Message& message, Instant from) {
  Nic& nic = target_nic(*message.queue);
  at(nic, read_payload(message, nic, from), event<&Network::respond>(message));
}

void Network::respond(Message& message) {
  if (!may_come(message)) return;
  read_out(message);
  message.answering = true;
  send(message, target_nic(*message.queue));
}

}  // namespace gin::emulated
