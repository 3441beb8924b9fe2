#include "nic/nic_wire.hpp"

namespace gin::emulated {

NicWire::NicWire(VirtualEnv& env, Network& network, sim::Gate& gate, const WireSetup& setup)
    : env_(env), limits_(setup.limits), heard_(gate), queues_(network, gate, heard_, setup.queues) {}

Post NicWire::post(const WorkRequest& request, std::uint64_t token) {
  if (!queues_.has_room()) return Post::busy;
  env_.charge(Cost::proxy_post, 1);
  env_.settle();
  NicQueue& queue = queues_.put(request, token);
  env_.placed(queue.send, queue.words.ready - 1, number_);
  env_.charge(Cost::proxy_doorbell, 1);
  env_.count(Count::doorbells, 1);
  env_.post(queue.send, queue.words.ready, queues_.setup().blueflame);
  return Post::accepted;
}

bool NicWire::progress() {
  const bool any = queues_.any_complete() || !heard_.empty();
  queues_.drain(done_);
  return any;
}

bool NicWire::next_done(std::uint64_t& token) {
  if (done_.empty()) return false;
  token = done_.pop();
  return true;
}

bool NicWire::next_arrival(Arrival& arrival) {
  if (heard_.empty()) return false;
  arrival = heard_.pop().arrival;
  // Of phantom payload only the size is known.
  if (arrival.has_message && arrival.message.kind == MessageKind::eager)
    arrival.bytes.resize(arrival.message.extra);
  env_.charge(Cost::arrival_handle, 1);
  env_.settle();
  return true;
}

}  // namespace gin::emulated
