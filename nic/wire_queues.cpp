#include "nic/wire_queues.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace gin::emulated {

WireQueues::WireQueues(Network& network, sim::Gate& gate, ArrivalQueue& arrivals, const Setup& setup)
    : network_(network), setup_(setup), completions_(gate) {
  network.listen(setup.me, setup.thread, arrivals);
}

WireQueues::Posted& WireQueues::posted_to(Pe peer) {
  // A wire promises no order, so requests may take all rails in turn.
  const std::uint32_t rail = turn_++ % network_.rails();
  const std::uint32_t stream = network_.rules().agent_streams + setup_.thread;
  NicQueue& queue = network_.nic_queue(setup_.me, peer, stream * network_.rails() + rail);
  if (!queue.completions) {
    queue.completions = &completions_;
    queue.cpu_slot = static_cast<std::uint32_t>(posted_.size());
    posted_.emplace_back().queue = &queue;
  }
  return posted_[queue.cpu_slot];
}

NicQueue& WireQueues::put(const WorkRequest& request, std::uint64_t token) {
  Posted& posted = posted_to(Pe{request.peer});
  QueueGpuWords& words = posted.queue->words;
  const SoftQueueFormat::Memory& memory = posted.queue->send.memory;
  if (words.reserved + 1 - words.completed > memory.capacity) network_.grow(*posted.queue, words.reserved + 1);
  WorkRequest& slot = memory.slot(words.reserved++);
  slot = request;
  slot.signaled = true;
  words.ready = words.posted = words.reserved;
  posted.tokens.push(token);
  ++under_way_;
  return *posted.queue;
}

void WireQueues::drain(Fifo<std::uint64_t>& done) {
  while (!completions_.empty()) {
    const CompletionQueue::Entry entry = completions_.pop();
    QueueGpuWords& words = entry.queue->words;
    const std::uint64_t before = words.completed;
    words.completed = completed_after(before, entry.newest);
    for (std::uint64_t i = before; i < words.completed; ++i) done.push(posted_[entry.queue->cpu_slot].tokens.pop());
    under_way_ -= words.completed - before;
    if (entry.next != CompletionStatus::ok)
      throw Error(Code::failed, fmt::format("PE {}: expected requests to PE {} to complete, got \"{}\"",
                                            setup_.me.value, entry.queue->send.peer.value, name(entry.next)));
  }
}

}  // namespace gin::emulated
