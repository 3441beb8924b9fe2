#include "nic/wire_queues.hpp"

#include <utility>

namespace gin::emulated {

WireQueues::WireQueues(Network& network, sim::Gate& gate, ArrivalQueue& arrivals, const Setup& setup)
    : network_(network), setup_(setup), completions_(gate) {
  network.listen(setup.me, setup.thread, arrivals);
}

WireQueues::Posted& WireQueues::posted_to(Pe peer, std::uint32_t stream, std::uint32_t rail) {
  NicQueue& queue = network_.nic_queue(setup_.me, peer, stream * network_.rails() + rail);
  if (!queue.completions) {
    queue.completions = &completions_;
    queue.cpu_slot = static_cast<std::uint32_t>(posted_.size());
    posted_.emplace_back().queue = &queue;
  }
  return posted_[queue.cpu_slot];
}

bool WireQueues::fits(Pe peer, const Dispatch& dispatch, std::uint32_t requests) {
  const NicQueue& queue = *posted_to(peer, dispatch.stream, dispatch.rail).queue;
  return queue.words.reserved + requests - queue.words.completed <= queue.send.memory.depth;
}

NicQueue& WireQueues::put(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch) {
  const std::uint32_t rail = setup_.takes_rails_in_turn ? turn_++ % network_.rails() : dispatch.rail;
  Posted& posted = posted_to(Pe{request.peer}, dispatch.stream, rail);
  QueueGpuWords& words = posted.queue->words;
  const SoftQueueFormat::Memory& memory = posted.queue->send.memory;
  if (words.reserved + 1 - words.completed > memory.capacity) network_.grow(*posted.queue, words.reserved + 1);
  WorkRequest& slot = memory.slot(words.reserved++);
  slot = request;
  slot.signaled |= setup_.takes_rails_in_turn;
  words.ready = words.reserved;
  if (slot.signaled) {
    posted.marks.push({words.reserved, token});
    ++under_way_;
  }
  if (!std::exchange(posted.unannounced, true)) unannounced_.push(&posted);
  return *posted.queue;
}

WireQueues::Rung WireQueues::announce() {
  Posted& posted = *unannounced_.pop();
  posted.unannounced = false;
  QueueGpuWords& words = posted.queue->words;
  const bool is_single = words.ready - words.posted == 1;
  words.posted = words.ready;
  return {*posted.queue, setup_.blueflame && is_single};
}

void WireQueues::drain(Fifo<Done>& done) {
  while (!completions_.empty()) {
    const CompletionEntry entry = completions_.pop();
    QueueGpuWords& words = entry.queue->words;
    words.completed = completed_after(words.completed, entry.newest);
    Fifo<Mark>& marks = posted_[entry.queue->cpu_slot].marks;
    const std::uint64_t before = marks.size();
    while (!marks.empty() && marks.front().end <= words.completed) done.push({marks.pop().token});
    if (CompletionStatus status = entry.next; status != CompletionStatus::ok)
      while (!marks.empty()) done.push({marks.pop().token, std::exchange(status, CompletionStatus::flushed)});
    under_way_ -= before - marks.size();
  }
}

}  // namespace gin::emulated
