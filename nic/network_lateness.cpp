// Network, where an adversary decides what is late, and where nothing but what the device API promises is kept.

#include "core/device/memory_word.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

/// Each queue counts its own requests, so that no draw depends on what others do.
Adversary::Draw Network::draw_of(const NicQueue& queue, std::uint64_t index, Adversary::Moment moment) {
  const std::uint64_t who = std::uint64_t{queue.source.value} << 40 | std::uint64_t{queue.send.peer.value} << 20 |
                            std::uint64_t{queue.stream} << 4 | queue.rail;
  return {moment, who, index};
}

Promises::Part Network::part_of(const Message& message) {
  const Verb verb = message.request.verb;
  return {message.operation, verb == Verb::read, verb == Verb::atomic};
}

void Network::is_there(const Message& message) {
  if (!world_.promises) [[likely]]
    return;
  world_.waker = {};
  world_.promises->is_there(part_of(message));
  for (void* const freed : world_.promises->let_go()) {
    Message& next = *static_cast<Message*>(freed);
    const bool is_read = next.request.verb == Verb::read;
    at(target_nic(*next.queue), world_.now(),
       is_read ? event<&Network::respond>(next) : event<&Network::deliver>(next));
  }
}

namespace {
/// A word and less is there at once.
bool has_halves(const WorkRequest& request) {
  return (request.verb == Verb::write || request.verb == Verb::write_inline) && request.bytes > 8;
}
}  // namespace

void Network::tell_early(Message& message) {
  const WorkRequest& request = message.request;
  const bool brings_back = request.verb == Verb::read || request.verb == Verb::send || request.fetches;
  if (brings_back || message.operation == 0 || message.status != CompletionStatus::ok) return;
  if (world_.adversary.coin(draw_of(*message.queue, message.index, Adversary::Moment::acknowledged))) return;
  // A put's source is read now; what is inline may still be that of its call.
  if (request.verb == Verb::write_inline && world_.promises->is_put(message.operation))
    message.payload.assign(world_.blocks, memory(message.queue->source, request.local), request.bytes);
  message.is_told = true;
  Message& told = messages_.take();
  told.queue = message.queue;
  told.index = message.index;
  told.request = request;
  told.status = CompletionStatus::ok;
  told.operation = message.operation;
  told.stored = told.answering = told.at_target = false;
  told.strand = world_.recorder() ? world_.recorder()->strand() : 0;  // both go on side by side
  told.began = message.began;
  told.trail = message.trail;
  acknowledge(told, world_.now());
}

/// Its completion has been told of another.
void Network::end_untold(Message& message) {
  message.payload.release(world_.blocks);
  messages_.give_back(message);
}

void Network::bring_half(Message& message, Instant earlier, Instant there) {
  if (world_.promises || !message.stored || !has_halves(message.request)) return;
  if (world_.adversary.coin(draw_of(*message.queue, message.index, Adversary::Moment::rest))) return;
  const Instant half = earlier + late(message, Adversary::Moment::rest);
  if (half < there) at(target_nic(*message.queue), half, event<&Network::half_there>(message));
}

void Network::half_there(Message& message) {
  message.is_half_there = true;
  store_half(message, back_first(message));
}

/// Bytes of a put are those that its source has by now where nothing but the API's order counts.
void Network::store_half(Message& message, bool is_back) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  const bool from_source = world_.promises && !message.is_told && world_.promises->is_put(message.operation);
  const unsigned char* const from = from_source ? memory(queue.source, request.local) : message.payload.bytes();
  const std::uint64_t half = has_halves(request) ? (request.bytes + 15) / 16 * 8 : 0;
  const std::uint64_t begin = is_back ? half : 0, bytes = is_back ? request.bytes - half : half;
  store_bytes(memory(queue.send.peer, request.remote) + begin, from + begin, bytes);
  // Whoever waits for a word of it looks again.
  world_.written(queue.send.peer, request.remote + begin, bytes, Delivery::nic_write, {}, message.operation);
}

bool Network::store_late(Message& message) {
  const bool halves = has_halves(message.request);
  const bool back = !halves || back_first(message);
  if (message.is_half_there || !halves) {
    store_half(message, halves ? !back : true);
    return true;
  }
  if (!world_.promises) {
    store_half(message, true);
    store_half(message, false);
    return true;
  }
  store_half(message, back);
  message.is_half_there = true;
  at(target_nic(*message.queue), world_.now() + late(message, Adversary::Moment::rest),
     event<&Network::deliver>(message));
  return false;
}

}  // namespace gin::emulated
