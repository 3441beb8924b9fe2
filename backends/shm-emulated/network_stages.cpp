// Network: a message's way from the source's port to the completion, one function per stage.
#include <algorithm>
#include <cstring>

#include "backends/shm-emulated/network.hpp"

namespace gin::emulated {

void Message::transmit(std::uint64_t) {
  network->transmit(*this);
}
void Message::arrive(std::uint64_t) {
  network->arrive(*this);
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
  return {static_cast<std::int64_t>(request.bytes)};
}

Instant Network::send(Message& message, Nic& from, Bytes wire_bytes) {
  const sim::Service service = from.port_out.reserve(world_.now(), wire_bytes);
  extend(message, items_.port_queue, service.begin);
  const bool within = message.queue->source == message.queue->peer;  // loops back inside the NIC
  const Duration flight = within ? Duration{} : model_.wire.propagation;
  message.last_byte = std::max(service.end, message.last_byte) + flight;
  const Instant first = service.begin + flight;
  extend(message, items_.propagation, first);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::nic)].add(wire_bytes.count);
  return first;
}

Instant Network::take_off(Message& message, Nic& to, Bytes wire_bytes) {
  const sim::Service line = to.port_in.reserve(world_.now(), wire_bytes);
  const Instant in = std::max(line.end, message.last_byte);
  extend(message, items_.target_queue, line.begin);
  extend(message, items_.serialize, in);
  const Instant piped = to.received.reserve(in, Bytes{1}).end;
  extend(message, items_.pipeline_queue, piped);
  return piped;
}

void Network::transmit(Message& message) {
  WorkRequest& request = message.request;
  if (request.verb == Verb::write) {
    message.stored = !world_.phantom(request.remote, request.bytes);
    const unsigned char* source = memory(message.queue->source, request.local);
    if (message.stored) message.payload.assign(source, source + request.bytes);
    world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(static_cast<std::int64_t>(request.bytes));
  } else if (request.verb == Verb::write_inline) {
    message.payload.assign(request.payload, request.payload + request.bytes);
  }
  Nic& from = nic(message.queue->source);
  const Instant first = send(message, from, model_.on_wire(request_payload(request)));
  at(from, first, sim::action<&Message::arrive>(message));
}

void Network::arrive(Message& message) {
  NicQueue& queue = *message.queue;
  Nic& to = nic(queue.peer);
  const Instant in = take_off(message, to, model_.on_wire(request_payload(message.request)));
  extend(message, items_.receive, in + model_.nic.receive);
  const Instant received = std::max(in + model_.nic.receive, queue.received);
  queue.received = received;
  extend(message, items_.earlier_work, received);
  switch (message.request.verb) {
    case Verb::write:
    case Verb::write_inline: {
      const auto bytes = static_cast<std::int64_t>(message.request.bytes);
      const Instant written = to.pcie_in.reserve(received, Bytes{bytes}).end + model_.pcie.posted;
      queue.visible = std::max(written, queue.visible);
      at(to, queue.visible, sim::action<&Message::deliver>(message));
      break;
    }
    case Verb::atomic: {
      const Instant begin = to.atomics.reserve(received, Bytes{1}).begin;
      extend(message, items_.target_queue, begin);
      queue.visible = std::max(begin + model_.nic.atomic, queue.visible);
      at(to, queue.visible, sim::action<&Message::deliver>(message));
      break;
    }
    case Verb::read: {
      const auto bytes = static_cast<std::int64_t>(message.request.bytes);
      const Instant after_writes = std::max(received, queue.visible);
      const sim::Service read = to.pcie_out.reserve(after_writes, Bytes{bytes});
      message.last_byte = read.end + model_.pcie.nic_read;
      const Instant first = read.begin + model_.pcie.nic_read;
      extend(message, items_.read_queue, read.begin);
      extend(message, items_.payload_read, first);
      at(to, first, sim::action<&Message::respond>(message));
      break;
    }
  }
}

void Network::deliver(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  unsigned char* target = memory(queue.peer, request.remote);
  // The acknowledgement left when the NIC had taken the message, before PCIe had brought it to memory; an
  // atomic is answered when it has executed.
  const Instant taken = world_.path.end(message.chain);
  const sim::Chain taken_chain = message.chain;
  if (request.verb == Verb::atomic) {
    extend(message, items_.atomic, world_.now());
    auto& word = *reinterpret_cast<std::uint64_t*>(target);
    message.old_value = word;
    word = applied(request.amo, word, request.operand.value, request.operand.compare);
    world_.written(queue.peer, request.remote, 8, Delivery::nic_atomic, message.chain);
    acknowledge(message, world_.now());
    return;
  }
  if (message.stored && request.bytes > 0) {
    std::memcpy(target, message.payload.data(), request.bytes);
    world_.payload_passed(target, request.bytes);
  }
  extend(message, items_.memory_write, world_.now());
  world_.written(queue.peer, request.remote, request.bytes, Delivery::nic_write, message.chain);
  message.chain = taken_chain;
  acknowledge(message, taken);
}

void Network::respond(Message& message) {
  const WorkRequest& request = message.request;
  NicQueue& queue = *message.queue;
  message.stored = !world_.phantom(request.local, request.bytes);
  const unsigned char* source = memory(queue.peer, request.remote);
  if (message.stored) message.payload.assign(source, source + request.bytes);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(static_cast<std::int64_t>(request.bytes));
  Nic& to = nic(queue.peer);
  const Instant first = send(message, to, model_.on_wire(Bytes{static_cast<std::int64_t>(request.bytes)}));
  at(to, first, sim::action<&Message::come_back>(message));
}

void Network::come_back(Message& message) {
  const auto bytes = static_cast<std::int64_t>(message.request.bytes);
  Nic& from = nic(message.queue->source);
  const Instant in = take_off(message, from, model_.on_wire(Bytes{bytes}));
  const Instant handled = in + model_.nic.acknowledge;
  extend(message, items_.acknowledge, handled);
  finish(message, from.pcie_in.reserve(handled, Bytes{bytes}).end + model_.pcie.posted);
}

/// The acknowledgement of a write or the answer of an atomic is small and waits at no port.
void Network::acknowledge(Message& message, Instant answered) {
  const NicQueue& queue = *message.queue;
  const Instant back = answered + (queue.source == queue.peer ? Duration{} : model_.wire.propagation);
  const Instant handled = back + model_.nic.acknowledge;
  extend(message, items_.propagation, back);
  extend(message, items_.acknowledge, handled);
  finish(message, handled + model_.pcie.posted);
}

void Network::finish(Message& message, Instant at_earliest) {
  NicQueue& queue = *message.queue;
  const std::uint64_t mask = queue.send.capacity - 1;
  extend(message, items_.completion_write, at_earliest);
  queue.finished[message.index & mask] = {&message, at_earliest};
  while (queue.retired < queue.fetched) {
    Finished& next = queue.finished[queue.retired & mask];
    if (!next.message) return;
    Message& done = *next.message;
    next.message = nullptr;
    ++queue.retired;
    queue.completed = std::max({next.at, queue.completed, world_.now()});
    if (!done.request.signaled) {
      messages_.give_back(done);
      continue;
    }
    extend(done, items_.earlier_work, queue.completed);
    at(nic(queue.source), queue.completed, sim::action<&Message::complete>(done));
  }
}

void Network::complete(Message& message) {
  NicQueue& queue = *message.queue;
  const WorkRequest& request = message.request;
  if (request.verb == Verb::read) {
    unsigned char* target = memory(queue.source, request.local);
    if (message.stored) {
      std::memcpy(target, message.payload.data(), request.bytes);
      world_.payload_passed(target, request.bytes);
    }
    world_.written(queue.source, request.local, request.bytes, Delivery::nic_read, message.chain);
  } else if (request.fetches) {
    std::memcpy(memory(queue.source, request.local), &message.old_value, 8);
    world_.written(queue.source, request.local, 8, Delivery::nic_read, message.chain);
  }
  const auto newest = static_cast<std::uint16_t>(message.index);
  world_.ledger.deliver(queue.source,
                        {world_.now(), world_.simulation.cause().value, Delivery::completion, queue.peer.value, 0});
  world_.waker = message.chain;
  messages_.give_back(message);
  if (queue.completions) {
    queue.completions->push({&queue, newest});
    queue.completions->gate().notify();
  } else {
    queue.send.completion_record = newest;
    queue.send.completion.notify();
  }
}

}  // namespace gin::emulated
