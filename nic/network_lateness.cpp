// Network, where an adversary decides what is late, and where nothing but what the device API promises is kept.
#include <utility>

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
bool is_write(const WorkRequest& request) {
  return request.verb == Verb::write || request.verb == Verb::write_inline;
}
/// Where what it brings lies in the end.
std::uint64_t place_of(const WorkRequest& request) {
  return is_write(request) ? request.remote : request.local;
}
/// What lies in one word is there at once.
bool has_parts(const WorkRequest& request) {
  return (is_write(request) || request.verb == Verb::read) && place_of(request) % 8 + request.bytes > 8;
}
}  // namespace

/// The run of what a message brings, or what is around it, one after the other.
template <class F>
void Network::each_part(const Message& message, bool is_run, F f) const {
  const Adversary::Draw draw = draw_of(*message.queue, message.index, Adversary::Moment::rest);
  const Adversary::Parts parts = world_.adversary.parts_of(draw, place_of(message.request), message.request.bytes);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].bytes > 0 && (i == 1) == is_run) f(parts[i].begin, parts[i].bytes);
}

void Network::tell_early(Message& message) {
  const WorkRequest& request = message.request;
  const bool brings_back = request.verb == Verb::read || request.verb == Verb::send || request.fetches;
  if (brings_back || message.operation == 0 || message.status != CompletionStatus::ok) return;
  if (world_.adversary.coin(draw_of(*message.queue, message.index, Adversary::Moment::acknowledged))) return;
  // A put's source is read when its issuer has waited for that, or it is there.
  if (message.stored && world_.promises->is(message.operation, Op::put) && is_write(request))
    world_.promises->leaves_unread(message.operation, &message);
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

/// What is told is that its source may be written again, so now it is what it is.
void Network::read_source(void* unread) {
  Message& message = *static_cast<Message*>(unread);
  message.payload.assign(world_.blocks, memory(message.queue->source, message.request.local),
                         message.request.bytes);
  message.is_read = true;
}

/// What a read or an atomic brings, in parts, when its completion is there: its issuer has not waited for it yet.
bool Network::land_late(Message& message) {
  if (!world_.promises || message.operation == 0 || world_.promises->is(message.operation, Op::send)) return false;
  Message& landing = messages_.take();
  landing.queue = message.queue;
  landing.index = message.index;
  landing.request = message.request;
  landing.operation = message.operation;
  landing.old_value = message.old_value;
  landing.stored = message.stored;
  std::swap(landing.payload, message.payload);
  landing.is_part_there = !has_parts(landing.request) || !landing.stored;
  world_.promises->lands(landing.operation);
  at(source_nic(*landing.queue), world_.now() + late(landing, Adversary::Moment::answer),
     event<&Network::land_part>(landing));
  return true;
}

void Network::land_part(Message& landing) {
  const bool whole = !has_parts(landing.request) || !landing.stored;
  const Pe source = landing.queue->source;
  if (whole) {
    land_all(landing, {});
  } else {
    each_part(landing, run_first(landing) != landing.is_part_there, [&](std::uint64_t begin, std::uint64_t bytes) {
      const std::uint64_t local = landing.request.local + begin;
      store_bytes(memory(source, local), landing.payload.bytes() + begin, bytes);
      world_.written(source, local, bytes, Delivery::nic_read, {}, landing.operation);
    });
  }
  if (!std::exchange(landing.is_part_there, true))
    return at(source_nic(*landing.queue), world_.now() + late(landing, Adversary::Moment::rest),
              event<&Network::land_part>(landing));
  if (!whole) world_.payload_passed(memory(source, landing.request.local), landing.request.bytes);
  world_.waker = {};
  world_.promises->landed(landing.operation);
  landing.payload.release(world_.blocks);
  messages_.give_back(landing);
}

/// Its completion has been told of another.
void Network::end_untold(Message& message) {
  if (world_.promises) world_.promises->was_read(message.operation, &message);
  message.payload.release(world_.blocks);
  messages_.give_back(message);
}

void Network::bring_part(Message& message, Instant earlier, Instant there) {
  if (world_.promises || !message.stored || !has_parts(message.request)) return;
  if (world_.adversary.coin(draw_of(*message.queue, message.index, Adversary::Moment::rest))) return;
  const Instant part = earlier + late(message, Adversary::Moment::rest);
  if (part < there) at(target_nic(*message.queue), part, event<&Network::part_there>(message));
}

void Network::part_there(Message& message) {
  message.is_part_there = true;
  store_part(message, run_first(message));
}

/// Bytes of a put are those that its source has by now where nothing but the API's order counts.
void Network::store_part(Message& message, bool is_run) {
  const WorkRequest& request = message.request;
  const NicQueue& queue = *message.queue;
  const bool from_source = world_.promises && !message.is_read && world_.promises->is(message.operation, Op::put);
  const unsigned char* const from = from_source ? memory(queue.source, request.local) : message.payload.bytes();
  each_part(message, is_run, [&](std::uint64_t begin, std::uint64_t bytes) {
    store_bytes(memory(queue.send.peer, request.remote) + begin, from + begin, bytes);
    // Whoever waits for a word of it looks again.
    world_.written(queue.send.peer, request.remote + begin, bytes, Delivery::nic_write, {}, message.operation);
  });
}

bool Network::store_late(Message& message) {
  const bool run = has_parts(message.request) && run_first(message);
  if (message.is_part_there || !has_parts(message.request)) {
    store_part(message, message.is_part_there && !run);
    return true;
  }
  if (!world_.promises) {
    store_part(message, true);
    store_part(message, false);
    return true;
  }
  store_part(message, run);
  message.is_part_there = true;
  at(target_nic(*message.queue), world_.now() + late(message, Adversary::Moment::rest),
     event<&Network::deliver>(message));
  return false;
}

}  // namespace gin::emulated
