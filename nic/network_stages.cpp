// Network: a message's way from the source's port to the completion, one function per stage.
#include <algorithm>

#include "core/device/memory_word.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

void Message::read(std::uint64_t) {
  network->read(*this);
}
void Message::staged(std::uint64_t) {
  network->staged(*this);
}
void Message::transmit(std::uint64_t) {
  network->transmit(*this);
}
void Message::climb(std::uint64_t) {
  network->climb(*this);
}
void Message::arrive(std::uint64_t) {
  network->arrive(*this);
}
void Message::accept(std::uint64_t) {
  network->accept(*this);
}
void Message::deliver(std::uint64_t) {
  network->deliver(*this);
}
void Message::respond(std::uint64_t) {
  network->respond(*this);
}
void Message::come_back(std::uint64_t) {
  network->come_back(*this);
}
void Message::complete(std::uint64_t) {
  network->complete(*this);
}

Bytes Network::request_payload(const WorkRequest& request) const {
  if (request.verb == Verb::read) return {0};
  // A compare-and-swap carries two operands; the other atomics are counted alike, they share a packet format.
  if (request.verb == Verb::atomic) return {16};
  if (request.verb == Verb::send) return {static_cast<std::int64_t>(message_bytes + request.bytes)};
  return {static_cast<std::int64_t>(request.bytes)};
}

Instant Network::context(const Message& message, Nic& nic, Pe other) {
  // Both directions of a connection have one context at each end.
  return nic.contexts.look_up(std::uint64_t{other.value} << 32 | message.queue->stream, world_.now());
}

Bytes Network::on_wire(const Message& message) const {
  const auto answer = static_cast<std::int64_t>(message.request.bytes);
  return model_.on_wire(message.answering ? Bytes{answer} : request_payload(message.request));
}

void Network::send(Message& message, Nic& from, Bytes wire_bytes) {
  const sim::Service service = from.port_out.reserve(world_.now(), wire_bytes);
  busy(at_nic(message, Recorder::Show::line_out), service, wire_bytes);
  extend(message, items_.port_queue, service.begin);
  message.last_byte = std::max(service.end, message.last_byte);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::nic)].add(wire_bytes.count);
  // The NICs of a leaf get their turns at its uplinks in the order in which they send.
  if (crosses_spine(*message.queue)) return at(from, service.begin, sim::action<&Message::climb>(message));
  const bool within = message.queue->source == message.queue->send.peer;  // loops back inside the NIC
  fly(message, from, service.begin, within ? Duration{} : model_.wire.propagation);
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
  fly(message, from, begin, model_.wire.propagation + model_.wire.spine);
}

void Network::fly(Message& message, Nic& from, Instant begin, Duration flight) {
  message.last_byte = message.last_byte + flight;
  Instant first = begin + flight;
  if (world_.recorder() && message.answering) [[unlikely]]
    record_departure(message, begin);
  extend(message, items_.propagation, first);
  if (message.answering) return at(from, first, sim::action<&Message::come_back>(message));
  if (model_.wire.spray.ps > 0) {
    const Duration detour{
        static_cast<std::int64_t>(from.ways.below(static_cast<std::uint64_t>(model_.wire.spray.ps) + 1))};
    first = first + detour;
    message.last_byte = message.last_byte + detour;
    extend(message, items_.spray, first);
  }
  if (model_.holds_early()) {
    first = after_earlier(message, first);
    extend(message, items_.earlier_work, first);
  }
  at(from, first, sim::action<&Message::arrive>(message));
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

Instant Network::take_off(Message& message, Nic& to, Bytes wire_bytes) {
  const sim::Service line = to.port_in.reserve(world_.now(), wire_bytes);
  busy(at_nic(message, Recorder::Show::line_in), line, wire_bytes);
  const Instant in = std::max(line.end, message.last_byte);
  extend(message, items_.target_queue, line.begin);
  extend(message, items_.serialize, in);
  const sim::Service slot = to.received.reserve(in, Bytes{1});
  extend(message, items_.pipeline_queue, slot.end, slot.end - slot.begin);
  return slot.end;
}

void Network::transmit(Message& message) {
  WorkRequest& request = message.request;
  if (request.verb == Verb::write || (request.verb == Verb::send && request.bytes > 0)) {
    if (gpudirect()) pick_up(message);
    world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(static_cast<std::int64_t>(request.bytes));
  } else if (request.verb == Verb::write_inline) {
    message.payload.assign(world_.blocks, request.payload, request.bytes);
  }
  Nic& from = source_nic(*message.queue);
  send(message, from, on_wire(message));
}

void Network::arrive(Message& message) {
  NicQueue& queue = *message.queue;
  Nic& to = target_nic(queue);
  if (world_.recorder()) [[unlikely]]
    record_arrival(message);
  message.taken = take_off(message, to, on_wire(message));
  const Instant known = context(message, to, queue.source);
  if (known < world_.now()) return accept(message);
  // Until then others go ahead, but none of the same connection: they wait for the same moment.
  message.taken = std::max(message.taken, known);
  extend(message, items_.context_fetch, message.taken);
  at(to, known, sim::action<&Message::accept>(message));
}

void Network::accept(Message& message) {
  NicQueue& queue = *message.queue;
  Nic& to = target_nic(queue);
  Endpoint& there = endpoint(queue.send.peer);
  const Instant in = message.taken;
  extend(message, items_.receive, in + model_.nic.receive);
  const Instant received = in_order(in + model_.nic.receive, queue.received);
  extend(message, items_.earlier_work, received);
  message.taken = received;
  switch (message.request.verb) {
    case Verb::write:
    case Verb::write_inline: {
      const auto bytes = static_cast<std::int64_t>(message.request.bytes);
      const Iotlb::Translated found = to.iotlb.translate(received, message.request.remote, message.request.bytes);
      message.translated = found.first;
      const sim::Service write = (gpudirect() ? there.pcie_in : there.beside_in).reserve(received, Bytes{bytes});
      busy({queue.send.peer, gpudirect() ? Recorder::Show::pcie_in : Recorder::Show::beside_in}, write,
           Bytes{bytes});
      const Duration into_memory = gpudirect() ? times_.write_gpu : times_.write_cpu;
      message.beside = std::max(write.end, found.last) + into_memory;
      const bool copied = is_staged(message.request);
      const Instant written = copied ? copied_in(queue.send.peer, message.beside, Bytes{bytes}) : message.beside;
      message.could_be_visible =
          in_bare_order(message, write.end - write.begin + into_memory, queue.could_be_visible);
      at(to, in_order(written, queue.visible), sim::action<&Message::deliver>(message));
      break;
    }
    case Verb::send:  // into host memory
      message.translated = received;
      message.could_be_visible = in_bare_order(message, times_.write_cpu, queue.could_be_visible);
      at(to, in_order(received + times_.write_cpu, queue.visible), sim::action<&Message::deliver>(message));
      break;
    case Verb::atomic: {
      GIN_ASSERT(model_.nic.native_atomics != 0);
      const Instant begin = to.atomics.reserve(received, Bytes{1}).begin;
      extend(message, items_.target_queue, begin);
      const Instant found = to.iotlb.translate(begin, message.request.remote, 8).last;
      extend(message, items_.walk, found);
      message.could_be_visible = in_bare_order(message, times_.atomic, queue.could_be_visible);
      at(to, in_order(found + times_.atomic, queue.visible), sim::action<&Message::deliver>(message));
      break;
    }
    case Verb::read: {
      Instant earlier = queue.visible;  // a read waits for the writes before it and holds up none after it
      const Instant after_writes = in_order(received, earlier);
      extend(message, items_.read_queue, after_writes);
      Instant could_be_earlier = queue.could_be_visible;
      could_not_end_before(message, in_bare_order(message, {}, could_be_earlier));
      if (is_staged(message.request)) return stage(message, queue.send.peer, after_writes);
      const Instant first = read_payload(message, to, after_writes);
      at(to, first, sim::action<&Message::respond>(message));
      break;
    }
  }
}

void Network::deliver(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  unsigned char* target = memory(queue.send.peer, request.remote);
  // The acknowledgement left when the NIC had taken the message, before PCIe had brought it to memory; an
  // atomic is answered when it has executed.
  const Instant taken = message.taken;
  if (request.verb == Verb::atomic) {
    extend(message, items_.atomic, world_.now());
    could_not_end_before(message, message.could_be_visible);
    message.old_value = apply_atomic(target, request.amo, request.operand.value, request.operand.compare);
    const sim::Chain cause = world_.watched(queue.send.peer) ? chain(message) : sim::Chain{};
    world_.ledger.between.add({queue.source, queue.send.peer}, 8);
    if (world_.recorder()) [[unlikely]]
      record_departure(message, world_.now());
    world_.written(queue.send.peer, request.remote, 8, Delivery::nic_atomic, cause, message.operation);
    acknowledge(message, world_.now());
    return;
  }
  if (message.stored && request.bytes > 0 && request.verb != Verb::send) {
    store_bytes(target, message.payload.bytes(), request.bytes);
    world_.payload_passed(target, request.bytes);
  }
  world_.ledger.between.add({queue.source, queue.send.peer}, static_cast<std::int64_t>(request.bytes));
  const bool copied = is_staged(request) && request.verb != Verb::send;
  if (copied) {
    extend(message, items_.walk, message.translated);
    extend(message, items_.memory_write, message.beside);
    extend(message, items_.copy, world_.now());
  }
  if (world_.recorder()) [[unlikely]] {
    if (!copied) record_into_memory(message);
    record_departure(message, world_.now());
  }
  // The way into memory is on the chain of those who see it there, not on that of the acknowledgement: unless it is
  // a CPU that acknowledges a copy, of which the NIC knows nothing.
  const bool announced = request.has_immediate || request.verb == Verb::send;
  sim::Chain cause;
  if (announced || world_.watched(queue.send.peer)) {
    cause = chain(message);
    // In an iteration that began while the bytes were under way, its start is all that is known.
    cause = world_.path.extend(cause, items_.walk, std::max(message.translated, world_.path.end(cause)));
    cause = world_.path.extend(cause, items_.memory_write, world_.now());
    cause = world_.path.not_before(cause, message.could_be_visible);
  }
  if (request.verb != Verb::send)
    world_.written(queue.send.peer, request.remote, request.bytes, Delivery::nic_write, cause, message.operation);
  if (announced) announce(message, cause);
  acknowledge(message, copied ? world_.now() : taken);
}

void Network::announce(Message& message, sim::Chain cause) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  ArrivalQueue::Entry entry;
  entry.arrival.source = queue.source;
  entry.arrival.has_immediate = request.has_immediate;
  entry.arrival.immediate = request.immediate;
  entry.arrival.has_message = request.verb == Verb::send;
  if (request.verb == Verb::send) {
    entry.arrival.message = unpack(request.message);
    const unsigned char* bytes = message.payload.bytes();
    if (message.stored && request.bytes > 0) entry.arrival.bytes.assign(bytes, bytes + request.bytes);
  }
  entry.arrival.number = message.operation;
  entry.stream = queue.stream;
  entry.chain = cause;
  world_.ledger.deliver(
      queue.send.peer,
      {world_.now(), world_.simulation.cause().value, Delivery::arrival, request.immediate, request.bytes},
      message.operation);
  hand_over(queue.send.peer, rules_.thread_of(queue.stream), std::move(entry));
}

void Network::respond(Message& message) {
  const WorkRequest& request = message.request;
  NicQueue& queue = *message.queue;
  if (gpudirect()) pick_up(message);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(static_cast<std::int64_t>(request.bytes));
  message.answering = true;
  send(message, target_nic(queue), on_wire(message));
}

void Network::come_back(Message& message) {
  const auto bytes = static_cast<std::int64_t>(message.request.bytes);
  Nic& from = source_nic(*message.queue);
  const Instant in = take_off(message, from, on_wire(message));
  const Instant handled = in + model_.nic.acknowledge;
  extend(message, items_.acknowledge, handled);
  const Iotlb::Translated found = from.iotlb.translate(handled, message.request.local, message.request.bytes);
  Endpoint& here = endpoint(message.queue->source);
  const sim::Service write = (gpudirect() ? here.pcie_in : here.beside_in).reserve(handled, Bytes{bytes});
  busy({message.queue->source, gpudirect() ? Recorder::Show::pcie_in : Recorder::Show::beside_in}, write,
       Bytes{bytes});
  const Instant through = std::max(write.end, found.last);
  const Duration into_memory = gpudirect() ? times_.write_gpu : times_.write_cpu;
  const Duration alone = write.end - write.begin + into_memory;
  extend(message, items_.walk, found.first);
  if (!is_staged(message.request)) return finish(message, through + times_.write_gpu, alone);
  message.beside = through + times_.write_cpu;
  extend(message, items_.memory_write, message.beside, alone);
  const Instant copied = copied_in(message.queue->source, message.beside, Bytes{bytes});
  extend(message, items_.copy, copied);
  finish(message, copied, {});
}

/// The acknowledgement of a write or the answer of an atomic is small and waits at no port.
void Network::acknowledge(Message& message, Instant answered) {
  const NicQueue& queue = *message.queue;
  Duration flight = queue.source == queue.send.peer ? Duration{} : model_.wire.propagation;
  if (crosses_spine(queue)) flight += model_.wire.spine;
  const Instant back = answered + flight;
  const Instant handled = back + model_.nic.acknowledge;
  extend(message, items_.propagation, back);
  extend(message, items_.acknowledge, handled);
  // Completions stand in a ring beside the work requests', entry by entry.
  const Instant found = source_nic(queue).iotlb.translate(handled, slot_address(queue, message.index), 1).last;
  extend(message, items_.walk, found);
  const Duration write = completion_write(message);
  finish(message, found + write, write);
}

Duration Network::completion_write(const Message& message) const {
  const bool to_gpu = is_on_gpu(*message.queue) || message.request.fetches;
  return to_gpu ? times_.write_gpu : times_.write_cpu;
}

void Network::finish(Message& message, Instant at_earliest, Duration alone) {
  NicQueue& queue = *message.queue;
  if (is_written(message.request))
    extend(message, items_.completion_write, at_earliest, alone);
  else
    message.trail.extend(world_.path, items_.completion_write, at_earliest, alone);
  queue.finished_slot(message.index) = {&message, at_earliest};
  while (queue.retired < queue.fetched) {
    Finished& next = queue.finished_slot(queue.retired);
    if (!next.message) return;
    Message& done = *next.message;
    next.message = nullptr;
    ++queue.retired;
    queue.completed = std::max({next.at, queue.completed, world_.now()});
    if (!is_written(done.request)) {
      end(done, queue.completed);
      continue;
    }
    extend(done, items_.earlier_work, queue.completed);
    at(source_nic(queue), queue.completed, sim::action<&Message::complete>(done));
  }
}

void Network::complete(Message& message) {
  NicQueue& queue = *message.queue;
  const WorkRequest& request = message.request;
  // Of a message of the iteration before, what it had still to go through when this one began.
  extend(message, items_.earlier_work, world_.now());
  if (request.verb == Verb::read) {
    world_.ledger.between.add({queue.send.peer, queue.source}, static_cast<std::int64_t>(request.bytes));
    unsigned char* target = memory(queue.source, request.local);
    if (message.stored) {
      store_bytes(target, message.payload.bytes(), request.bytes);
      world_.payload_passed(target, request.bytes);
    }
    const sim::Chain cause = world_.watched(queue.source) ? chain(message) : sim::Chain{};
    world_.written(queue.source, request.local, request.bytes, Delivery::nic_read, cause, message.operation);
  } else if (request.fetches) {
    store_value(memory(queue.source, request.local), message.old_value, 8);
    const sim::Chain cause = world_.watched(queue.source) ? chain(message) : sim::Chain{};
    world_.written(queue.source, request.local, 8, Delivery::nic_read, cause, message.operation);
  }
  if (!request.signaled) return end(message, world_.now());
  const auto newest = static_cast<std::uint16_t>(message.index);
  world_.ledger.deliver(queue.source, {world_.now(), world_.simulation.cause().value, Delivery::completion,
                                       queue.send.peer.value, 0});
  sim::Gate& gate = queue.completions ? queue.completions->gate() : queue.send.completion;
  if (gate.has_waiters()) world_.waker = chain(message);
  end(message, world_.now());
  if (queue.completions) {
    queue.completions->push({&queue, newest});
  } else {
    // Release: what was fetched is visible to whoever sees the completion.
    store<Order::release>(queue.send.words().completion_record, newest);
  }
  idle(queue);
  gate.notify();
}

}  // namespace gin::emulated
