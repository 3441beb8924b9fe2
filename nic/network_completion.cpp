// Network, in the source's NIC again: from the answer to the completion, written in the order of the work requests; or, where
// the NIC counts, as many as there are so far, in whatever order they came.
#include <algorithm>

#include "core/device/memory_word.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

void Network::come_back(Message& message) {
  Nic& nic = source_nic(*message.queue);
  const Instant handled = take_off(message, nic) + model_.nic.acknowledge;
  extend(message, items_.acknowledge, handled);
  const Duration alone = write_payload(message, nic, {handled - tail_of(message), handled});
  extend(message, items_.walk, message.translated);
  if (!is_staged(message.request)) return finish(message, message.beside, alone);
  extend(message, items_.memory_write, message.beside, alone);
  const Instant copied = copied_in(message.queue->source, message.beside, message.request.bytes);
  extend(message, items_.copy, copied);
  finish(message, copied, {});
}

/// The acknowledgement of a write or the answer of an atomic is small and waits at no port.
void Network::acknowledge(Message& message, Instant answered) {
  const NicQueue& queue = *message.queue;
  if (world_.adversary.is_on()) [[unlikely]]
    answered = std::max(answered, world_.now()) + late(message, Adversary::Moment::acknowledged);
  const Instant back = answered + flight(queue);
  const Instant handled = back + model_.nic.acknowledge;
  extend(message, items_.propagation, back);
  extend(message, items_.acknowledge, handled);
  // Completions stand in a ring beside the work requests', entry by entry.
  const Instant found = source_nic(queue).iotlb.translate(handled, slot_address(queue, message.index), 1).last;
  extend(message, items_.walk, found);
  const bool to_gpu = is_on_gpu(queue) || message.request.fetches;
  const Duration write = to_gpu ? times_.write_gpu : times_.write_cpu;
  finish(message, found + write, write);
}

void Network::finish(Message& message, Instant at_earliest, Duration alone) {
  NicQueue& queue = *message.queue;
  if (rules_.counted) {
    extend(message, items_.completion_write, at_earliest, alone);
    return at(source_nic(queue), std::max(at_earliest, world_.now()), event<&Network::complete>(message));
  }
  if (is_written(message))
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
    if (!is_written(done)) {
      end(done, queue.completed);
      continue;
    }
    extend(done, items_.earlier_work, queue.completed);
    at(source_nic(queue), queue.completed, event<&Network::complete>(done));
  }
}

void Network::complete(Message& message) {
  NicQueue& queue = *message.queue;
  // Of a message of the iteration before, what it had still to go through when this one began.
  extend(message, items_.earlier_work, world_.now());
  if (rules_.counted) message.index = queue.retired++;  // one more: the counter does not say which
  if (message.status != CompletionStatus::ok) return fail(message);
  land(message);
  if (!(message.request.signaled || rules_.counted) || queue.failed != CompletionStatus::ok)
    return end(message, world_.now());
  sim::Gate& gate = report(queue, message.index, CompletionStatus::ok);
  if (gate.has_waiters()) world_.waker = chain(message);
  end(message, world_.now());
  idle(queue);
  gate.notify();
}

sim::Gate& Network::report(NicQueue& queue, std::uint64_t newest, CompletionStatus next) {
  world_.ledger.deliver(queue.source, {world_.now(), world_.simulation.cause().value, Delivery::completion,
                                       queue.send.peer.value, 0});
  if (queue.completions) {
    queue.completions->push({&queue, static_cast<std::uint16_t>(newest), next});
    return queue.completions->gate;
  }
  SoftQueueFormat::complete(queue.send.memory, newest, next);
  return queue.send.completion;
}

void Network::land(Message& message) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  if (request.verb != Verb::read && !request.fetches) return;
  if (request.verb == Verb::read)
    world_.ledger.between.add({queue.send.peer, queue.source}, static_cast<std::int64_t>(request.bytes));
  if (world_.adversary.is_on() && land_late(message)) return;
  land_all(message, world_.watched(queue.source) ? chain(message) : sim::Chain{});
}

void Network::land_all(Message& message, sim::Chain cause) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  unsigned char* target = memory(queue.source, request.local);
  if (request.verb == Verb::read) {
    if (message.stored) {
      store_bytes(target, message.payload.bytes(), request.bytes);
      world_.payload_passed(target, request.bytes);
    }
  } else {
    store_value(target, message.old_value, 8);
  }
  world_.written(queue.source, request.local, request.verb == Verb::read ? request.bytes : 8, Delivery::nic_read,
                 cause, message.operation);
}

}  // namespace gin::emulated
