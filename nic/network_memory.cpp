// Network, at the memories of GPUs and CPUs: how payload gets into a NIC and out of it again, past the CPU's memory
// where the NIC does not reach the GPU's, and who sees it there.
#include <algorithm>

#include "core/device/memory_word.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

Instant Network::read_payload(Message& message, Nic& nic, Instant from) {
  const WorkRequest& request = message.request;
  const bool at_target = request.verb == Verb::read;
  const Pe pe = at_target ? message.queue->send.peer : message.queue->source;
  const Bytes bytes{static_cast<std::int64_t>(request.bytes)};
  sim::SharedPipe& link = gpudirect() ? endpoint(pe).pcie_out : endpoint(pe).beside_out;
  const bool is_value = request.verb == Verb::write_inline;  // it lies beside its request
  const std::uint64_t address = at_target  ? request.remote
                                : is_value ? slot_address(*message.queue, message.index)
                                           : request.local;
  const Iotlb::Translated found = nic.iotlb.translate(from, address, request.bytes);
  const sim::SharedPipe::Turns read = link.reserve(from, bytes, user_of(message));
  busy({pe, gpudirect() ? Recorder::Show::pcie_out : Recorder::Show::beside_out}, read.work, bytes);
  const Duration latency = gpudirect() ? times_.read_gpu : times_.read_cpu;
  const Instant begin = std::max(read.begin, found.first);
  message.last_byte = std::max(read.end, found.last) + latency;
  extend(message, items_.read_queue, read.begin);
  extend(message, items_.walk, begin);
  extend(message, items_.payload_read, begin + latency);
  return begin + latency;
}

void Network::pick_up(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  const bool at_target = request.verb == Verb::read;
  // What is phantom is told by where it goes; a send says that only where it comes from.
  message.stored = !world_.phantom(request.verb == Verb::write ? request.remote : request.local, request.bytes);
  const unsigned char* from =
      memory(at_target ? queue.send.peer : queue.source, at_target ? request.remote : request.local);
  if (message.stored) message.payload.assign(world_.blocks, from, request.bytes);
}

void Network::read_out(Message& message) {
  if (gpudirect()) pick_up(message);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(
      static_cast<std::int64_t>(message.request.bytes));
}

void Network::stage(Message& message, Pe of, Instant from) {
  Endpoint& there = endpoint(of);
  const sim::Service asked = there.copier.reserve(from, model_.copy);
  const Bytes bytes{static_cast<std::int64_t>(message.request.bytes)};
  const sim::SharedPipe::Turns read = there.pcie_out.reserve(asked.end, bytes, user_copier);
  busy({of, Recorder::Show::pcie_out}, read.work, bytes);
  const Instant copied = read.end;
  extend(message, items_.copy_queue, asked.begin);
  extend(message, items_.copy, copied);
  Nic& nic = message.request.verb == Verb::read ? target_nic(*message.queue) : source_nic(*message.queue);
  at(nic, copied, event<&Network::staged>(message));
}

void Network::staged(Message& message) {
  pick_up(message);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(
      static_cast<std::int64_t>(message.request.bytes));
  if (message.request.verb == Verb::read)
    read_answer(message, world_.now());
  else
    leave(message, read_payload(message, source_nic(*message.queue), world_.now()));
}

/// Cut through: a packet is written when it has come, so the link is through soon after the last one, or, where it is slower
/// than the line, as long after the first as it takes.
Duration Network::write_payload(Message& message, Nic& nic, const Packets& packets) {
  const WorkRequest& request = message.request;
  const Pe pe = message.answering ? message.queue->source : message.queue->send.peer;
  const Bytes bytes{static_cast<std::int64_t>(request.bytes)};
  const Iotlb::Translated found =
      nic.iotlb.translate(packets.first, message.answering ? request.local : request.remote, request.bytes);
  sim::SharedPipe& link = gpudirect() ? endpoint(pe).pcie_in : endpoint(pe).beside_in;
  const bool is_one_packet = bytes <= model_.nic.mtu;
  const sim::SharedPipe::Turns write =
      link.reserve(is_one_packet ? packets.last : packets.first, bytes, user_of(message));
  busy({pe, gpudirect() ? Recorder::Show::pcie_in : Recorder::Show::beside_in}, write.work, bytes);
  // The last packet the link is through, with nothing else in the way.
  const Duration behind = is_one_packet
                              ? write.work.end - write.work.begin
                              : models::cost::behind_line(model_.nic, link.rate(), bytes, message.on_line);
  const Duration latency = gpudirect() ? times_.write_gpu : times_.write_cpu;
  message.translated = std::max(packets.last, found.first);
  message.beside = std::max({write.end, packets.last + behind, found.last}) + latency;
  return behind + latency;
}

Instant Network::copied_in(Pe pe, Instant beside, std::uint64_t bytes_to_copy) {
  Endpoint& there = endpoint(pe);
  const Bytes bytes{static_cast<std::int64_t>(bytes_to_copy)};
  const sim::SharedPipe::Turns write =
      there.pcie_in.reserve(there.copier.reserve(beside, model_.copy).end, bytes, user_copier);
  busy({pe, Recorder::Show::pcie_in}, write.work, bytes);
  return write.end;
}

sim::Service Network::write_memory(Pe pe, Bytes bytes) {
  const sim::SharedPipe::Turns write = endpoint(pe).pcie_in.reserve(world_.now(), bytes, user_cpu);
  busy({pe, Recorder::Show::pcie_in}, write.work, bytes);
  return {write.begin, write.end + times_.cpu_write_gpu};
}

void Network::deliver(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  // The acknowledgement left when the NIC had taken the message, before PCIe had brought it to memory; an
  // atomic is answered when it has executed.
  if (!may_come(message)) return;
  if (request.verb == Verb::atomic) return execute(message);
  const Instant taken = message.taken;
  unsigned char* target = memory(queue.send.peer, request.remote);
  if (message.stored && request.bytes > 0 && request.verb != Verb::send) {
    if (!world_.adversary.is_on()) [[likely]]
      store_bytes(target, message.payload.bytes(), request.bytes);
    else if (!store_late(message))
      return;
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
  const bool is_bare = request.counts && request.bytes == 0;
  if (request.verb != Verb::send && !is_bare)
    world_.written(queue.send.peer, request.remote, request.bytes, Delivery::nic_write, cause, message.operation);
  if (announced) announce(message, cause);
  is_there(message);
  if (message.is_told) [[unlikely]]
    return end_untold(message);
  acknowledge(message, copied ? world_.now() : taken);
}

void Network::execute(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  unsigned char* target = memory(queue.send.peer, request.remote);
  extend(message, items_.atomic, world_.now());
  could_not_end_before(message, message.could_be_visible);
  message.old_value = apply_atomic(target, request.amo, request.operand.value, request.operand.compare);
  const sim::Chain cause = world_.watched(queue.send.peer) ? chain(message) : sim::Chain{};
  world_.ledger.between.add({queue.source, queue.send.peer}, 8);
  if (world_.recorder()) [[unlikely]]
    record_departure(message, world_.now());
  world_.written(queue.send.peer, request.remote, 8, Delivery::nic_atomic, cause, message.operation);
  is_there(message);
  if (message.is_told) [[unlikely]]
    return end_untold(message);
  acknowledge(message, world_.now());
}

void Network::announce(Message& message, sim::Chain cause) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  Arrival arrival{.source = queue.source,
                  .has_immediate = request.has_immediate,
                  .has_message = request.verb == Verb::send,
                  .immediate = request.immediate,
                  .stream = queue.stream,
                  .number = message.operation};
  if (arrival.has_message) {
    arrival.message = unpack(request.message);
    const unsigned char* bytes = message.payload.bytes();
    if (message.stored && request.bytes > 0) arrival.bytes.assign(bytes, bytes + request.bytes);
  }
  world_.ledger.deliver(
      queue.send.peer,
      {world_.now(), world_.simulation.cause().value, Delivery::arrival, request.immediate, request.bytes},
      message.operation);
  hand_over(queue.send.peer, rules_.thread_of(queue.stream), {std::move(arrival), cause});
}

void Network::hand_over(Pe pe, std::uint32_t thread, ArrivalEntry&& entry) {
  ArrivalQueue& queue = *endpoint(pe).arrivals[thread];
  world_.waker = entry.chain;
  queue.push(std::move(entry));
  queue.gate.notify();
}

}  // namespace gin::emulated
