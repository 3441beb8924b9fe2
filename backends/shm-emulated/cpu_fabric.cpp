#include "backends/shm-emulated/cpu_fabric.hpp"

namespace gin::emulated {

CpuFabric::Posted& CpuFabric::posted_to(NicQueue& queue) {
  if (!queue.completions) {
    Posted& posted = posted_.emplace_back();
    posted.queue = &queue;
    queue.completions = &completions_;
    queue.cpu_slot = posted_.size() - 1;
  }
  return posted_[queue.cpu_slot];
}

NicQueue& CpuFabric::queue_of(const Posting& posting) {
  const VirtualEnv::Identity& who = env_.who();
  const std::uint32_t index = who.number + rules_.threads * (posting.lane % rules_.queues_per_peer);
  return network_.nic_queue(who.pe, posting.operation.peer, index);
}

Post CpuFabric::post(const Posting& posting) {
  const Operation& operation = posting.operation;
  const Pe source = env_.who().pe;
  NicQueue& queue = queue_of(posting);
  SendQueue<VirtualEnv>& send = queue.send;
  WorkRequest requests[2];
  const std::uint32_t count =
      build(operation, env_.world().pes[source.value].heap + operation.local, rules_.inline_max, requests);
  if (send.reserved + count - send.completed > send.depth) return Post::busy;
  Posted& posted = posted_to(queue);
  env_.room(send, send.reserved + count);
  for (std::uint32_t i = 0; i < count; ++i) send.slot(send.reserved++) = requests[i];
  send.ready = send.reserved;
  posted.tags.push_back({send.reserved, posting.tag});
  if (!posted.unannounced) {
    posted.unannounced = true;
    unannounced_.push_back(&posted);
  }
  return Post::accepted;
}

void CpuFabric::ring_doorbell() {
  Posted& posted = *unannounced_.front();
  unannounced_.pop_front();
  posted.unannounced = false;
  SendQueue<VirtualEnv>& send = posted.queue->send;
  const bool single = send.ready - send.posted == 1;
  send.posted = send.ready;
  env_.post(send, send.ready, rules_.blueflame && single);
}

std::size_t CpuFabric::poll(std::span<Completion> out) {
  std::size_t count = 0;
  while (count < out.size()) {
    if (!draining_) {
      if (completions_.empty()) break;
      const CompletionQueue::Entry entry = completions_.pop();
      draining_ = &posted_to(*entry.queue);
      SendQueue<VirtualEnv>& send = entry.queue->send;
      send.completed = completed_after(send.completed, entry.newest);
    }
    std::deque<Posted::Tag>& tags = draining_->tags;
    if (tags.empty() || tags.front().end > draining_->queue->send.completed) {
      draining_ = nullptr;
      continue;
    }
    out[count++] = {tags.front().tag};
    tags.pop_front();
  }
  return count;
}

}  // namespace gin::emulated
