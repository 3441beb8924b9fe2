#include "backends/emulated-wall/delayed_wire.hpp"

namespace gin::emulated {

DelayedWire::DelayedWire(PacedWorld& paced, Network& network, WallEnv& cpu, const NicWireSetup& setup)
    : paced_(paced),
      network_(network),
      cpu_(cpu),
      limits_(setup.limits),
      heard_(gate_),
      queues_(network, gate_, heard_, setup.queues),
      doorbell_lane_(paced.visit()->simulation.add_actor()) {}

Post DelayedWire::post(const WorkRequest& request, std::uint64_t token) {
  if (!queues_.has_room(1)) return Post::busy;
  cpu_.charge(Cost::proxy_post, 1);
  cpu_.charge(Cost::proxy_doorbell, 1);
  const auto world = paced_.visit();
  queues_.put(request, token, queues_.own_dispatch());
  const WireQueues::Rung rung = queues_.announce();
  Doorbell& doorbell = doorbells_.take();
  doorbell = {this, &rung.queue, rung.carries_request};
  world->simulation.schedule(doorbell_lane_, world->now() + world->machine.posted[Posted::cpu_doorbell],
                             sim::action<&Doorbell::arrive>(doorbell, rung.queue.words.posted));
  return Post::accepted;
}

void DelayedWire::Doorbell::arrive(std::uint64_t index) {
  from->network_.rung({*queue, index, carries_request});
  from->doorbells_.give_back(*this);
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
