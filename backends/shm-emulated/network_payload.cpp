// Network: how payload gets into the NIC and out of it again, past the CPU's memory where the NIC does not reach
// the GPU's.
#include <algorithm>

#include "backends/shm-emulated/network.hpp"

namespace gin::emulated {

Instant Network::read_payload(Message& message, Nic& nic, Instant from, sim::Pipe& link) {
  const WorkRequest& request = message.request;
  const bool at_target = request.verb == Verb::read;
  const Iotlb::Translated found =
      nic.iotlb.translate(from, at_target ? request.remote : request.local, request.bytes);
  const sim::Service read = link.reserve(from, Bytes{static_cast<std::int64_t>(request.bytes)});
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
      memory(at_target ? queue.peer : queue.source, at_target ? request.remote : request.local);
  if (message.stored) message.payload.assign(world_.blocks, from, request.bytes);
}

void Network::stage(Message& message, Pe of, Instant from) {
  Endpoint& there = endpoint(of);
  const sim::Service asked = there.copier.reserve(from, model_.copy);
  const Instant copied =
      there.pcie_out.reserve(asked.end, Bytes{static_cast<std::int64_t>(message.request.bytes)}).end;
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
    const Instant first = read_payload(message, to, world_.now(), endpoint(queue.peer).beside_out);
    at(to, first, sim::action<&Message::respond>(message));
  } else {
    leave(message, read_payload(message, source_nic(queue), world_.now(), endpoint(queue.source).beside_out));
  }
}

Instant Network::copied_in(Endpoint& there, Instant beside, Bytes bytes) {
  return there.pcie_in.reserve(there.copier.reserve(beside, model_.copy).end, bytes).end;
}

}  // namespace gin::emulated
