// WireFabric and two-sided operations: a short send brings its bytes, a long one is fetched by whoever receives it.
#pragma once

#include <cstring>

#include "core/fabric/wire_fabric.hpp"

namespace gin {

/// What tells a peer's CPU of a send.
template <Wire W, class Env>
CpuMessage WireFabric<W, Env>::message_of_send(const Operation& operation, std::uint32_t slot) {
  const bool is_long = slots_.at(slot).kind == Kind::ready;
  return {.kind = is_long ? MessageKind::ready : MessageKind::eager,
          .landing = is_long ? slots_.id(slot) : 0,
          .offset = operation.local,
          .value = operation.value,
          .extra = operation.bytes};
}

template <Wire W, class Env>
WorkRequest WireFabric<W, Env>::send_request(const Operation& operation, const Sending& sending) {
  const Entry& entry = slots_.at(sending.slot);
  WorkRequest request = unnumbered(message_of_send(operation, sending.slot), operation.peer);
  request.local = operation.local;
  request.bytes = entry.kind == Kind::ready ? 0 : static_cast<std::uint32_t>(operation.bytes);
  if (!setup_.post.numbered) return request;
  request.has_immediate = true;
  const std::uint32_t by = by_question() ? setup_.me.value : entry.stream;
  request.immediate = encode(setup_.post.layout, {ImmediateKind::part, by, sending.number, 1}).bits;
  return request;
}

/// A send that takes no wire: its receiver's CPU reads this PE's memory.
template <Wire W, class Env>
std::uint32_t WireFabric<W, Env>::begin_beside(const Operation& operation, std::uint64_t tag, Kind kind) {
  return slots_.begin({.kind = kind, .waits = 1, .stream = nobody, .peer = operation.peer, .tag = tag});
}

template <Wire W, class Env>
Arrival WireFabric<W, Env>::told_of(const Operation& operation, std::uint32_t slot) {
  return {.source = setup_.me,
          .has_message = true,
          .message = message_of_send(operation, slot),
          .number = operation.number};
}

template <Wire W, class Env>
void WireFabric<W, Env>::send_here(const Operation& operation, std::uint64_t tag) {
  const bool is_long = operation.bytes > setup_.eager_max;
  const std::uint32_t slot = begin_beside(operation, tag, is_long ? Kind::ready : Kind::plain);
  Arrival told = told_of(operation, slot);
  if (!is_long) {
    const unsigned char* from = setup_.heap + operation.local;
    told.bytes.assign(from, from + operation.bytes);
    one_less(slot);
  }
  matched(told);
}

/// The CPUs of a node share memory, so the peer's thread of this number finds the message without a NIC.
template <Wire W, class Env>
void WireFabric<W, Env>::send_near(const Operation& operation, std::uint64_t tag) {
  charge(env_, Cost::proxy_post);
  settle(env_);
  Arrival told = told_of(operation, begin_beside(operation, tag, Kind::ready));
  if constexpr (SharedWire<W>) wire_.hand_over(operation.peer, setup_.streams.thread, std::move(told));
}

template <Wire W, class Env>
void WireFabric<W, Env>::post_receive(const Operation& operation, std::uint64_t tag) {
  const std::uint64_t receive = slots_.id(slots_.begin({.kind = Kind::receives, .waits = 1, .tag = tag}));
  const PostedReceive wanted{operation.peer, operation.value, operation.local, operation.bytes, receive};
  if (const auto arrival = matching_.post(wanted)) this->receive(wanted, *arrival);
}

template <Wire W, class Env>
void WireFabric<W, Env>::receive(const PostedReceive& receive, const Arrival& arrival) {
  charge(env_, Cost::arrival_match);
  settle(env_);
  const CpuMessage& message = arrival.message;
  if (message.extra > receive.bytes)
    throw Error(Code::failed,
                fmt::format("PE {}: receive from PE {} with tag {}: expected at most {} bytes, the send has {}",
                            setup_.me.value, receive.peer.value, receive.tag, receive.bytes, message.extra));
  if constexpr (SharedWire<W>)
    if (is_near(arrival.source))
      return wire_.copy_near({arrival.source, message.offset, receive.local, message.extra, arrival.number,
                              message.landing, receive.cookie});
  unsigned char* to = setup_.heap + receive.local;
  const Landing landing{receive.local, message.extra, arrival.number};
  if (message.kind == MessageKind::eager) {
    change_bytes(landing, [&] { std::memcpy(to, arrival.bytes.data(), message.extra); });
    return finished(receive.cookie);
  }
  if (arrival.source == setup_.me && !shares_nic()) {
    change_bytes(landing, [&] { std::memmove(to, setup_.heap + message.offset, message.extra); });
    finished(message.landing);
    return finished(receive.cookie);
  }
  const Operation fetch{.op = Op::get,
                        .peer = arrival.source,
                        .remote = message.offset,
                        .local = receive.local,
                        .bytes = message.extra,
                        .number = arrival.number};
  const Entry entry{.kind = Kind::reads,
                    .stream = own(arrival.source).stream,
                    .peer = arrival.source,
                    .receive = receive.cookie,
                    .theirs = message.landing};
  backlog_.push({fetch, {.slot = slots_.begin(entry)}});
}

/// The send or receive of that name is through. Another thread of this PE may have posted it: it is told as of any
/// other arrival.
template <Wire W, class Env>
void WireFabric<W, Env>::finished(std::uint64_t id) {
  if constexpr (SharedWire<W>)
    if (shares_nic() && thread_in(id) != setup_.streams.thread)
      return wire_.hand_over(setup_.me, thread_in(id), finished_message(setup_.me, id));
  std::uint32_t slot = 0;
  const Entry* const entry = slots_.find(id, slot);
  GIN_ASSERT(entry);
  one_less(slot);
}

}  // namespace gin
