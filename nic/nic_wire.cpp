#include "nic/nic_wire.hpp"

#include <utility>

#include "core/env/agent_checks.hpp"

namespace gin::emulated {

NicWire::NicWire(VirtualEnv& env, Network& network, sim::Gate& gate, const NicWireSetup& setup)
    : env_(env),
      network_(network),
      limits_(setup.limits),
      heard_(gate),
      queues_(network, gate, heard_, setup.queues),
      node_copies_(env, network) {}

bool NicWire::has_room(const Operation& operation, std::uint32_t stream, const PostRules& post) {
  const bool is_send = operation.op == Op::send;  // its message is one request, on the stream's home rail
  if (!is_send && operation.bytes > post.message_max)
    if (const PostUse use{operation, post, network_.rules().depth}; !use.is_sound(0))
      refuse({{env_.who().pe, env_.who().number}, env_.world().pes.size(), env_.world().ledger.heap}, use);
  if (!queues_.has_room(post.rails)) return false;
  for (std::uint32_t rail = 0; rail < post.rails; ++rail)
    if (!queues_.fits(operation.peer, {stream, rail},
                      is_send ? (rail == 0 ? 1 : 0) : work_requests(operation, post, rail)))
      return false;
  return true;
}

Post NicWire::post(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch) {
  const bool in_turn = queues_.setup().takes_rails_in_turn;
  if (!queues_.has_room(in_turn || request.signaled ? 1 : 0)) return Post::busy;
  if (!in_turn && !queues_.fits(Pe{request.peer}, dispatch, 1)) return Post::busy;
  env_.charge(Cost::proxy_post, 1);
  // Only this thread sees its queues before the doorbell; but what a request carries is read at its time.
  if ((request.verb != Verb::write && request.verb != Verb::read) || request.has_immediate) env_.settle();
  const NicQueue& queue = queues_.put(request, token, dispatch);
  env_.placed(queue.send, queue.words.ready - 1, dispatch.number);
  if (!in_turn) return Post::accepted;
  env_.charge(Cost::proxy_doorbell, 1);  // as a provider's call does
  env_.count(Count::doorbells, 1);
  ring_doorbell();
  return Post::accepted;
}

void NicWire::ring_doorbell() {
  const WireQueues::Rung rung = queues_.announce();
  env_.post(rung.queue.send, rung.queue.words.posted, rung.carries_request);
}

bool NicWire::next_done(Done& done) {
  if (done_.empty()) queues_.drain(done_);
  if (done_.empty()) return false;
  done = done_.pop();
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

void NicWire::hand_over(Pe pe, std::uint32_t thread, Arrival&& arrival) {
  network_.hand_over(pe, thread, {std::move(arrival), env_.chain()});
}

void NicWire::tell_agents(Pe peer, std::uint32_t stream, std::uint32_t number) {
  NicQueue& home = network_.nic_queue(env_.who().pe, peer, stream * network_.rails());
  env_.charge(Cost::proxy_publish, 1);
  env_.publish(home.words.numbers_acknowledged, number, *home.send.acknowledgement);
}

}  // namespace gin::emulated
