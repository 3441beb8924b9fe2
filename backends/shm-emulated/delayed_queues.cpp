#include "backends/shm-emulated/delayed_queues.hpp"

#include "core/device/atomic.hpp"

namespace gin::emulated {

DelayedQueues::DelayedQueues(PacedWorld& paced, Network& network, Pe me, std::vector<SendQueue<WallEnv>>& queues)
    : network_(network), world_(*paced.visit()), queues_(queues) {
  const std::uint32_t per_peer = network.rules().agent_streams * network.rails();
  for (std::size_t i = 0; i < queues.size(); ++i) {
    Behind& behind = behind_.emplace_back(queues[i]);
    const Pe peer{static_cast<std::uint32_t>(i) / per_peer};
    behind.nic = &network.nic_queue(me, peer, static_cast<std::uint32_t>(i) % per_peer);
    behind.nic->completions = &behind.completions;
    behind.told = sim::action<&Behind::complete>(behind);
    behind.written.listen(behind.told);
  }
}

/// An agent's doorbell may be late: another agent's has told of more already.
void DelayedQueues::rung(SendQueue<WallEnv>& queue, std::uint64_t index) {
  NicQueue& nic = *behind_[static_cast<std::size_t>(&queue - queues_.data())].nic;
  SendQueue<VirtualEnv>& send = nic.send;
  if (index <= send.ready) return;
  if (index - send.completed > send.capacity) network_.grow(send, index);
  while (send.reserved < index) {
    send.slot(send.reserved) = queue.slot(send.reserved);
    ++send.reserved;
  }
  send.ready = send.posted = index;
  world_.waker = {};
  world_.doorbell = {&send, index, false};
  send.doorbell.notify();
}

void DelayedQueues::Behind::complete(std::uint64_t) {
  while (!completions.empty()) {
    const std::uint16_t newest = completions.pop().newest;
    nic->send.completed = completed_after(nic->send.completed, newest);
    // Release: fetched bytes are visible to whoever sees the completion.
    store_release(front.completion_record, newest);
  }
}

}  // namespace gin::emulated
