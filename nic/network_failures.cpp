// Network: what a target refuses, and what comes of it at the source (docs/decisions/022).
#include "core/device/atomic.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

void Network::refuse(Message& message) {
  message.queue->is_broken = model_.nic.ordering != models::NicOrdering::none;
  if (message.status == CompletionStatus::ok) message.status = CompletionStatus::flushed;
  if (world_.recorder()) [[unlikely]]
    record_departure(message, message.taken);
  is_there(message);  // as far as anybody who comes after it may wait
  acknowledge(message, message.taken);
}

void Network::fail(Message& message) {
  NicQueue& queue = *message.queue;
  world_.waker = chain(message);
  const std::uint64_t newest = message.index - 1;
  const CompletionStatus status = message.status;
  end(message, world_.now());
  break_off(queue, newest, status);
  for (std::uint32_t rail = 0; rail < rails(); ++rail) {
    NicQueue& other = nic_queue(queue.source, queue.send.peer, queue.stream * rails() + rail);
    // Agents of a wall clock move this word; an old one says nothing new.
    const std::uint64_t completed = load<Order::relaxed>(other.send.memory.gpu->completed);
    break_off(other, completed - 1, CompletionStatus::flushed);
  }
}

void Network::break_off(NicQueue& queue, std::uint64_t newest, CompletionStatus status) {
  if (queue.failed != CompletionStatus::ok) return;
  queue.failed = status;
  report(queue, newest, status).notify();
  if (!queue.completions && queue.send.acknowledgement) queue.send.acknowledgement->notify();
}

}  // namespace gin::emulated
