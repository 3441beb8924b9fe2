#include "backends/emulated-wall/delayed_wire.hpp"

namespace gin::emulated {

void Doorbells::ring(NicQueue& queue, bool carries_request) {
  Ring& ring = under_way_.take();
  ring = {this, &queue, carries_request};
  queue.words.posted = queue.words.ready;
  world_.simulation.schedule(lane_, world_.now() + world_.machine.posted[Posted::cpu_doorbell],
                             sim::action<&Ring::arrive>(ring, queue.words.posted));
}

void Doorbells::Ring::arrive(std::uint64_t index) {
  const Ring rung = *this;
  from->under_way_.give_back(*this);
  rung.from->network_.rung({*rung.queue, index, rung.carries_request});
}

DelayedWire::DelayedWire(PacedWorld& paced, Network& network, WallEnv& cpu, const Setup& setup)
    : paced_(paced),
      network_(network),
      cpu_(cpu),
      setup_(setup),
      completions_(gate_),
      heard_(gate_),
      doorbells_(*paced.visit(), network) {
  network.listen(setup.me, setup.thread, heard_);
}

DelayedWire::Posted& DelayedWire::posted_to(Pe peer) {
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

Post DelayedWire::post(const WorkRequest& request, std::uint64_t token) {
  if (under_way_ >= setup_.depth) return Post::busy;
  cpu_.charge(Cost::proxy_post, 1);
  cpu_.charge(Cost::proxy_doorbell, 1);
  const auto world = paced_.visit();
  Posted& posted = posted_to(Pe{request.peer});
  QueueGpuWords& words = posted.queue->words;
  const QueueMemory& memory = posted.queue->send.memory;
  if (words.reserved + 1 - words.completed > memory.capacity) network_.grow(*posted.queue, words.reserved + 1);
  WorkRequest& slot = memory.slot(words.reserved++);
  slot = request;
  slot.signaled = true;
  words.ready = words.reserved;
  posted.tokens.push(token);
  ++under_way_;
  doorbells_.ring(*posted.queue, setup_.blueflame);
  return Post::accepted;
}

bool DelayedWire::progress() {
  const auto world = paced_.visit();
  const bool any = !completions_.empty() || !heard_.empty();
  while (!completions_.empty()) {
    const CompletionQueue::Entry entry = completions_.pop();
    QueueGpuWords& words = entry.queue->words;
    const std::uint64_t before = words.completed;
    words.completed = completed_after(before, entry.newest);
    for (std::uint64_t i = before; i < words.completed; ++i)
      done_.push(posted_[entry.queue->cpu_slot].tokens.pop());
    under_way_ -= words.completed - before;
  }
  while (!heard_.empty()) arrivals_.push(heard_.pop().arrival);
  return any;
}

bool DelayedWire::next_done(std::uint64_t& token) {
  if (done_.empty()) return false;
  token = done_.pop();
  return true;
}

bool DelayedWire::next_arrival(Arrival& arrival) {
  if (arrivals_.empty()) return false;
  arrival = arrivals_.pop();
  cpu_.charge(Cost::arrival_handle, 1);
  if (arrival.has_message) cpu_.charge(Cost::arrival_apply, 1);
  return true;
}

}  // namespace gin::emulated
