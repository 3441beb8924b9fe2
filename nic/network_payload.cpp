// Network: how payload gets into the NIC and out of it again, past the CPU's memory where the NIC does not reach
// the GPU's.
#include <algorithm>

#include "nic/network.hpp"

namespace gin::emulated {

Instant Network::read_payload(Message& message, Nic& nic, Instant from) {
  const WorkRequest& request = message.request;
  const bool at_target = request.verb == Verb::read;
  const Pe pe = at_target ? message.queue->send.peer : message.queue->source;
  sim::Pipe& link = gpudirect() ? endpoint(pe).pcie_out : endpoint(pe).beside_out;
  const Iotlb::Translated found =
      nic.iotlb.translate(from, at_target ? request.remote : request.local, request.bytes);
  const sim::Service read = link.reserve(from, Bytes{static_cast<std::int64_t>(request.bytes)});
  busy({pe, gpudirect() ? Recorder::Show::pcie_out : Recorder::Show::beside_out}, read,
       Bytes{static_cast<std::int64_t>(request.bytes)});
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

void Network::stage(Message& message, Pe of, Instant from) {
  Endpoint& there = endpoint(of);
  const sim::Service asked = there.copier.reserve(from, model_.copy);
  const Bytes bytes{static_cast<std::int64_t>(message.request.bytes)};
  const sim::Service read = there.pcie_out.reserve(asked.end, bytes);
  busy({of, Recorder::Show::pcie_out}, read, bytes);
  const Instant copied = read.end;
  extend(message, items_.copy_queue, asked.begin);
  extend(message, items_.copy, copied);
  Nic& nic = message.request.verb == Verb::read ? target_nic(*message.queue) : source_nic(*message.queue);
  at(nic, copied, sim::action<&Message::staged>(message));
}

void Network::staged(Message& message) {
  pick_up(message);
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(
      static_cast<std::int64_t>(message.request.bytes));
  const NicQueue& queue = *message.queue;
  if (message.request.verb == Verb::read) {
    Nic& to = target_nic(queue);
    const Instant first = read_payload(message, to, world_.now());
    at(to, first, sim::action<&Message::respond>(message));
  } else {
    leave(message, read_payload(message, source_nic(queue), world_.now()));
  }
}

Instant Network::copied_in(Pe pe, Instant beside, Bytes bytes) {
  Endpoint& there = endpoint(pe);
  const sim::Service write = there.pcie_in.reserve(there.copier.reserve(beside, model_.copy).end, bytes);
  busy({pe, Recorder::Show::pcie_in}, write, bytes);
  return write.end;
}

}  // namespace gin::emulated
