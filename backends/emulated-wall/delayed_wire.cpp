#include "backends/emulated-wall/delayed_wire.hpp"

namespace gin::emulated {

void Doorbells::ring(NicQueue& queue, bool carries_request) {
  Ring& ring = under_way_.take();
  ring = {this, &queue, carries_request};
  world_.simulation.schedule(lane_, world_.now() + world_.machine.posted[Posted::cpu_doorbell],
                             sim::action<&Ring::arrive>(ring, queue.words.posted));
}

void Doorbells::Ring::arrive(std::uint64_t index) {
  const Ring rung = *this;
  from->under_way_.give_back(*this);
  rung.from->network_.rung({*rung.queue, index, rung.carries_request});
}

DelayedWire::DelayedWire(PacedWorld& paced, Network& network, WallEnv& cpu, const NicWireSetup& setup)
    : paced_(paced),
      cpu_(cpu),
      limits_(setup.limits),
      heard_(gate_),
      queues_(network, gate_, heard_, setup.queues),
      doorbells_(*paced.visit(), network) {}

Post DelayedWire::post(const WorkRequest& request, std::uint64_t token) {
  if (!queues_.has_room(1)) return Post::busy;
  cpu_.charge(Cost::proxy_post, 1);
  cpu_.charge(Cost::proxy_doorbell, 1);
  const auto world = paced_.visit();
  queues_.put(request, token, queues_.own_dispatch());
  const WireQueues::Rung rung = queues_.announce();
  doorbells_.ring(rung.queue, rung.carries_request);
  return Post::accepted;
}

bool DelayedWire::progress() {
  const auto world = paced_.visit();
  const bool any = queues_.any_complete() || !heard_.empty();
  queues_.drain(done_);
  while (!heard_.empty()) arrivals_.push(heard_.pop().arrival);
  return any;
}

bool DelayedWire::next_done(Done& done) {
  if (done_.empty()) return false;
  done = done_.pop();
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
