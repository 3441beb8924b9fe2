#include "nic/cpu_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/planted.hpp"
#include "core/device/requests.hpp"

namespace gin::emulated {

CpuFabric::CpuFabric(VirtualEnv& env, Network& network, sim::Gate& gate, Matching& matching, const Rules& rules)
    : env_(env),
      network_(network),
      completions_(gate),
      arrivals_(gate),
      matching_(matching),
      node_copies_(env, network),
      rules_(rules) {
  network.listen(env.who().pe, env.who().number, arrivals_);
}

std::uint32_t CpuFabric::stream_of(std::uint32_t lane) const {
  const std::uint32_t of_thread = env_.who().number + rules_.threads * (lane % rules_.streams_per_peer);
  return network_.rules().agent_streams + of_thread;
}

CpuFabric::Posted& CpuFabric::posted_to(Pe peer, std::uint32_t stream, std::uint32_t rail) {
  NicQueue& queue = network_.nic_queue(me(), peer, stream * rules_.post.rails + rail);
  if (!queue.completions) {
    Posted& posted = posted_.emplace_back();
    posted.queue = &queue;
    queue.completions = &completions_;
    queue.cpu_slot = static_cast<std::uint32_t>(posted_.size() - 1);
  }
  return posted_[queue.cpu_slot];
}

bool CpuFabric::has_room(Pe peer, std::uint32_t stream, const Operation& operation) {
  if (operation.bytes > rules_.post.message_max)
    if (const PostUse use{operation, rules_.post, network_.rules().depth}; !is_sound(use, 0))
      refuse({{me(), env_.who().number}, env_.world().pes.size(), env_.world().ledger.heap}, use);
  if (outstanding_ + rules_.post.rails > rules_.completions_max) return false;
  for (std::uint32_t rail = 0; rail < rules_.post.rails; ++rail) {
    const NicQueue& queue = *posted_to(peer, stream, rail).queue;
    if (queue.words.reserved + work_requests(operation, rules_.post, rail) - queue.words.completed >
        queue.send.memory.depth)
      return false;
  }
  if (!takes_number(operation, rules_.post)) return true;
  const NicQueue& home = *posted_to(peer, stream, 0).queue;
  const std::uint32_t under_way = home.words.numbers_taken - home.words.numbers_acknowledged;
  return under_way < std::min(rules_.post.layout.window(), home.send.memory.depth);
}

void CpuFabric::mark(Posted& posted, std::uint32_t slot) {
  if (slot != nobody) ++under_way_.at(slot).waits;
  posted.indices.push({posted.queue->words.reserved, slot});
  ++outstanding_;
}

void CpuFabric::announce(Posted& posted) {
  posted.queue->words.ready = posted.queue->words.reserved;
  if (posted.unannounced) return;
  posted.unannounced = true;
  unannounced_.push(&posted);
}

bool CpuFabric::submit(Pe peer, std::uint32_t stream, const Operation& operation, std::uint32_t slot) {
  if (posted_to(peer, stream, 0).failed) {
    fail(slot, CompletionStatus::flushed);
    return true;
  }
  if (!has_room(peer, stream, operation)) return false;
  const bool numbered = takes_number(operation, rules_.post);
  Numbered name{stream, 0};
  if (numbered) {
    Posted& home = posted_to(peer, stream, 0);
    name.number = home.queue->words.numbers_taken++;
    ++under_way_.at(slot).waits;
    home.numbers.push({name.number + 1, slot});
  }
  std::uint32_t requests = 0;
  for (std::uint32_t rail = 0; rail < rules_.post.rails; ++rail)
    requests += work_requests(operation, rules_.post, rail);
  env_.charge(Cost::proxy_post, requests);
  // Only this thread sees its queues before the doorbell; but what a work request carries is read at its time.
  if (numbered || operation.bytes <= rules_.post.inline_max) env_.settle();
  build(operation, heap() + operation.local, rules_.post, name,
        [&](std::uint32_t rail, const WorkRequest& request) {
          Posted& posted = posted_to(peer, stream, rail);
          put(*posted.queue, request, operation.number);
          if (request.signaled) mark(posted, numbered ? nobody : slot);
          announce(posted);
        });
  return true;
}

void CpuFabric::put(NicQueue& queue, const WorkRequest& request, std::uint32_t number) {
  if (queue.words.reserved + 1 - queue.words.completed > queue.send.memory.capacity)
    network_.grow(queue, queue.words.reserved + 1);
  env_.placed(queue.send, queue.words.reserved, number);
  queue.send.memory.slot(queue.words.reserved++) = request;
}

bool CpuFabric::submit(Pe peer, std::uint32_t stream, const WorkRequest& request, std::uint32_t slot,
                       std::uint32_t number) {
  Posted& posted = posted_to(peer, stream, 0);
  const QueueGpuWords& words = posted.queue->words;
  if (posted.failed) {
    fail(slot, CompletionStatus::flushed);
    return true;
  }
  if (outstanding_ >= rules_.completions_max ||
      words.reserved + 1 - words.completed > posted.queue->send.memory.depth)
    return false;
  env_.charge(Cost::proxy_post, 1);
  env_.settle();
  put(*posted.queue, request, number);
  mark(posted, slot);
  announce(posted);
  return true;
}

Post CpuFabric::post(const Posting& posting) {
  const Operation& operation = posting.operation;
  const std::uint32_t stream = stream_of(posting.lane);
  if (is_two_sided(operation.op)) env_.settle();  // other threads match too
  if (operation.op == Op::send) return post_send(operation, stream, posting.tag);
  if (operation.op == Op::receive) {
    post_receive(operation, stream, posting.tag);
    return Post::accepted;
  }
  if (flushes(operation.peer, stream, posting.tag)) return Post::accepted;
  UnderWay::Entry entry;
  entry.tag = posting.tag;
  entry.stream = stream;
  const bool held = is_held(operation, rules_.post);
  if (held) {
    entry.then = UnderWay::Then::send_signal;
    entry.operation = signal_of(operation);
  }
  const Operation now = held ? data_of(operation) : operation;
  if (!has_room(operation.peer, stream, now)) return Post::busy;
  if (held) env_.count(Count::signals_held, 1);
  const std::uint32_t slot = under_way_.begin(entry);
  submit(operation.peer, stream, now, slot);
  if (under_way_.at(slot).waits == 0) {  // an operation without bytes and without a signal
    ++under_way_.at(slot).waits;
    one_less(slot);
  }
  return Post::accepted;
}

void CpuFabric::ring_doorbell() {
  Posted& posted = *unannounced_.pop();
  posted.unannounced = false;
  QueueGpuWords& words = posted.queue->words;
  const bool single = words.ready - words.posted == 1;
  words.posted = words.ready;
  env_.post(posted.queue->send, words.ready, rules_.blueflame && single);
}

/// One completion or acknowledgement of the operation has come.
void CpuFabric::one_less(std::uint32_t slot) {
  if (slot == nobody || under_way_.at(slot).failed) return;
  GIN_ASSERT(under_way_.at(slot).waits > 0);
  if (--under_way_.at(slot).waits > 0) return;
  const UnderWay::Entry entry = under_way_.at(slot);
  if (entry.then == UnderWay::Then::send_signal) {
    under_way_.at(slot).then = UnderWay::Then::complete;
    deferred_.push({entry.operation.peer, true, entry.operation, {}, slot, entry.stream});
    return;
  }
  under_way_.end(slot);
  if (entry.then == UnderWay::Then::release)
    release(entry);
  else
    done_.push({entry.tag});
}

/// Nothing of the stream completes any more: the first of its operations says why.
void CpuFabric::fail(NicQueue& queue, CompletionStatus status) {
  Posted& home = posted_to(queue.send.peer, queue.stream, 0);
  Posted& posted = posted_[queue.cpu_slot];
  home.failed = true;
  outstanding_ -= posted.indices.size();
  for (Fifo<Posted::Mark>* const marks : {&posted.indices, &home.numbers})
    for (; !marks->empty(); marks->pop())
      if (marks->front().slot != nobody)
        fail(marks->front().slot, std::exchange(status, CompletionStatus::flushed));
}

bool CpuFabric::flushes(Pe peer, std::uint32_t stream, std::uint64_t tag) {
  if (!posted_to(peer, stream, 0).failed) return false;
  done_.push({tag, CompletionStatus::flushed});
  return true;
}

/// Its slot is kept: more of it may still come.
void CpuFabric::fail(std::uint32_t slot, CompletionStatus status) {
  if (slot == nobody) return;
  UnderWay::Entry& entry = under_way_.at(slot);
  if (entry.then == UnderWay::Then::release)
    throw Error(Code::failed,
                fmt::format("PE {} proxy thread {}: expected the bytes of a send of PE {}, got \"{}\"", me().value,
                            env_.who().number, entry.peer.value, name(status)));
  if (!entry.failed) done_.push({entry.tag, status});
  entry.failed = true;
}

void CpuFabric::drain_completions() {
  while (!completions_.empty()) {
    const CompletionQueue::Entry entry = completions_.pop();
    QueueGpuWords& words = entry.queue->words;
    words.completed = completed_after(words.completed, entry.newest);
    Fifo<Posted::Mark>& indices = posted_[entry.queue->cpu_slot].indices;
    while (!indices.empty() && indices.front().end <= words.completed) {
      const std::uint32_t slot = indices.pop().slot;
      --outstanding_;
      one_less(slot);
      if (planted(Fault::completion_counted_twice)) one_less(slot);
    }
    if (entry.next != CompletionStatus::ok) fail(*entry.queue, entry.next);
  }
}

std::size_t CpuFabric::poll(std::span<Completion> out) {
  if (done_.size() < out.size()) drain_completions();
  std::size_t count = 0;
  while (count < out.size() && !done_.empty()) out[count++] = done_.pop();
  if (!deferred_.empty()) submit_deferred();
  return count;
}

bool CpuFabric::submit_deferred() {
  // Each kind keeps its order. An operation may wait for a number, which comes free when the peer acknowledges:
  // were our acknowledgements to wait behind it, two PEs could wait for each other for ever.
  bool any = false, operations_wait = false, requests_wait = false;
  for (std::size_t left = deferred_.size(); left > 0; --left) {
    Deferred next = deferred_.pop();
    bool& waits = next.is_operation ? operations_wait : requests_wait;
    if (!waits)
      waits = !(next.is_operation ? submit(next.peer, next.stream, next.operation, next.slot)
                                  : submit(next.peer, next.stream, next.request, next.slot, next.operation.number));
    if (waits)
      deferred_.push(std::move(next));
    else
      any = true;
  }
  return any;
}

}  // namespace gin::emulated
