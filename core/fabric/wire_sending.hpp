// WireFabric as a source: operations become requests, and what a busy wire refuses waits in order.
#pragma once

#include <algorithm>
#include <utility>

#include "core/fabric/memory_fabric.hpp"
#include "core/fabric/wire_fabric.hpp"

namespace gin {

template <Wire W, class Env>
WireFabric<W, Env>::WireFabric(Env& env, W& wire, Matching& matching, const WireFabricSetup& setup)
    : env_(env), wire_(wire), matching_(matching), setup_(setup), here_(setup.me.value + 1, setup.heap) {
  setup_.eager_max = std::min(setup.eager_max, wire.limits().eager_max);
  if (setup.shares_nic) slots_.belong_to(setup.streams.thread);
  if (by_question())
    own_immediate_ = encode(setup.post.layout, {ImmediateKind::acknowledge, setup.me.value, 0, 0}).bits;
}

template <Wire W, class Env>
[[gnu::cold]] StreamState& WireFabric<W, Env>::make_stream(const StreamName& of) {
  if (streams_.empty()) streams_.resize(std::size_t{setup_.n_pes} * streams_per_peer());
  return *(streams_[index_of(of)] = std::make_unique<StreamState>(setup_.post, setup_.first_number));
}

template <Wire W, class Env>
Post WireFabric<W, Env>::post(const Posting& posting) {
  const Operation& operation = posting.operation;
  GIN_ASSERT(operation.peer.value < setup_.n_pes);
  const bool stays_here = operation.peer == setup_.me && !shares_nic();
  if (is_two_sided(operation.op)) settle(env_);  // other threads may match, too
  if (operation.op == Op::receive) return post_receive(operation, posting.tag), Post::accepted;
  if (stays_here) return post_here(operation, posting.tag), Post::accepted;
  if (operation.op == Op::send && is_near(operation.peer)) return send_near(operation, posting.tag), Post::accepted;
  Entry entry{.stream = stream_of(posting.lane), .peer = operation.peer, .tag = posting.tag};
  if (is_broken({entry.peer, entry.stream})) return complete(entry, CompletionStatus::flushed), Post::accepted;
  const bool held = shares_nic() && is_held(operation, setup_.post);
  if (backlog_.size() >= setup_.backlog_max) return Post::busy;
  if (held) return hold(operation, entry);
  if (!has_room(operation, entry.stream)) return Post::busy;
  if (operation.op == Op::fetch_amo && by_question()) return ask_for_value(operation, entry), Post::accepted;
  if (operation.op == Op::send && operation.bytes > setup_.eager_max) entry.kind = Kind::ready;
  start(operation, slots_.begin(entry));
  return Post::accepted;
}

/// Its data goes first, and the signal when that is acknowledged.
template <Wire W, class Env>
Post WireFabric<W, Env>::hold(const Operation& operation, Entry& entry) {
  const Operation data = data_of(operation);
  if (!has_room(data, entry.stream)) return Post::busy;
  tally(env_, Count::signals_held);
  entry.kind = Kind::holds;
  const std::uint32_t slot = slots_.begin(entry);
  if (held_.size() <= slot) held_.resize(slot + 1);
  held_[slot] = signal_of(operation);
  start(data, slot);
  return Post::accepted;
}

/// The answer comes back under the slot's name; where its value goes is our business.
template <Wire W, class Env>
void WireFabric<W, Env>::ask_for_value(Operation fetch, Entry& entry) {
  entry.kind = Kind::fetches;
  entry.local = fetch.local;
  const std::uint32_t slot = slots_.begin(entry);
  fetch.local = slots_.id(slot);
  start(fetch, slot);
}

/// What a PE does to itself is carried out through its memory at once.
template <Wire W, class Env>
void WireFabric<W, Env>::post_here(const Operation& operation, std::uint64_t tag) {
  if (operation.op == Op::send) return send_here(operation, tag);
  build(operation, nullptr, PostRules{}, {}, [&](std::uint32_t, const WorkRequest& request) {
    const auto carry_out = [&] { return execute(request, setup_.me, here_), 0; };
    const Landing landing{request.verb == Verb::read ? request.local : request.remote, request.bytes,
                          operation.number};
    if (request.verb == Verb::atomic)
      change_word(landing, carry_out);
    else
      change_bytes(landing, carry_out);
  });
  done_.push({tag});
}

/// A number may be taken, and where the wire has queues, all of it goes out at once.
template <Wire W, class Env>
bool WireFabric<W, Env>::has_room(const Operation& operation, std::uint32_t index) {
  const PostRules& post = setup_.post;
  if constexpr (SharedWire<W>)
    if (shares_nic() && !wire_.has_room(operation, index, post)) return false;
  // Checked when the job was set up, for its programs; nothing may be cut off here all the same.
  if (operation.bytes > post.message_max &&
      work_requests_at_once(operation, post) > work_requests_max(operation, post, ~0u))
    throw Error(Code::failed, fmt::format("PE {}: expected at most {} messages of {} bytes in an operation, got a "
                                          "transfer of {} bytes to PE {}: split it",
                                          setup_.me.value, post.layout.count_max(), post.message_max,
                                          operation.bytes, operation.peer.value));
  if (!is_numbered(operation)) return true;
  const StreamName of{operation.peer, index};
  const SentNumbers& sent = stream(of).sent;
  if (sent.under_way() < setup_.window) return true;
  if (by_question() && sent.unasked() > 0) ask(of);
  return false;
}

/// The operation is accepted: as much of it goes out as the wire takes now.
template <Wire W, class Env>
void WireFabric<W, Env>::start(const Operation& operation, std::uint32_t slot) {
  Sending sending{.slot = slot};
  begin(operation, sending);
  if ((backlog_.empty() || shares_nic()) && send(operation, sending, false)) return;
  backlog_.push({operation, sending});
}

/// It takes its number, and from now on we know what it waits for.
template <Wire W, class Env>
void WireFabric<W, Env>::begin(const Operation& operation, Sending& sending) {
  sending.has_begun = true;
  Entry& entry = slots_.at(sending.slot);
  const StreamName of{entry.peer, entry.stream};
  const bool is_send = operation.op == Op::send;
  const bool numbered = is_numbered(operation);
  const bool is_answered = entry.kind == Kind::ready || entry.kind == Kind::fetches;
  // Where a target tells of everything up to a number, what it answers and what was sent need no word of their own.
  const bool is_told = numbered && !is_answered && !(is_send && by_question());
  sending.token = sending.slot;
  StreamState* const known = numbered ? &stream(of) : nullptr;
  if (known) sending.number = known->sent.take(is_told ? sending.slot : nobody);
  if (by_question()) {
    entry.waits = (is_send ? 1 : work_requests_in_all(operation, setup_.post)) + (is_told || is_answered ? 1 : 0);
    if (!known) return;
    if (is_told && !std::exchange(known->listed, true)) unasked_.push_back(of);
    if (known->sent.unasked() >= setup_.window / 2) ask(of);
  } else if (numbered || is_answered) {
    entry.waits = 1;
    sending.token = token_of(of);
  } else {
    entry.waits = signaled_requests(operation, setup_.post);
  }
}

/// False, and nothing has happened, when the wire is busy.
template <Wire W, class Env>
bool WireFabric<W, Env>::hand(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch, Count as) {
  Post posted;
  if constexpr (SharedWire<W>)
    posted = wire_.post(request, token, dispatch);
  else
    posted = wire_.post(request, token);
  if (posted == Post::busy) return false;
  if (by_question()) tally(env_, as);
  return true;
}

/// What was to be said to a peer that nothing reaches any more is forgotten.
template <Wire W, class Env>
bool WireFabric<W, Env>::hand(const Answer& answer, Count as) {
  const StreamName of = own(Pe{answer.request.peer});
  return is_broken(of) || hand(answer.request, token_of(of), {of.stream, 0, answer.number}, as);
}

/// False when the wire was busy before the last request was through.
template <Wire W, class Env>
bool WireFabric<W, Env>::send(const Operation& operation, Sending& sending, bool was_refused) {
  const Entry& entry = slots_.at(sending.slot);
  Dispatch dispatch{entry.stream, 0, operation.number};
  if (operation.op == Op::send)
    return hand(send_request(operation, sending), sending.token, dispatch, Count::messages);
  const PostRules& post = setup_.post;
  const Cut cut = cut_of(operation, post, {by_question() ? setup_.me.value : entry.stream, sending.number});
  for (; sending.next < cut.count; ++sending.next) {
    if (cut.numbered || operation.bytes <= post.inline_max) settle(env_);  // what travels in it is read now
    const WorkRequest request = request_at(operation, setup_.heap + operation.local, post, cut, sending.next);
    dispatch.rail = sending.next < cut.data ? sending.next % cut.pieces.rails : 0;
    if (!hand(request, sending.token, dispatch, Count::messages)) return false;
    if (was_refused && planted(Fault::request_posted_twice)) wire_.post(request, token_of({entry.peer, 0}));
  }
  if (entry.waits == 0) finish(sending.slot);  // an operation without bytes and without a signal
  return true;
}

/// What others wait for goes first.
template <Wire W, class Env>
bool WireFabric<W, Env>::flush() {
  bool any = false;
  for (; !answers_.empty(); answers_.pop(), any = true)
    if (!hand(answers_.front(), Count::messages)) return any;
  for (; !speakers_.empty(); speakers_.pop(), any = true)
    if (!say(speakers_.front())) return any;
  return (!backlog_.empty() && flush_backlog()) || any;
}

template <Wire W, class Env>
bool WireFabric<W, Env>::flush_backlog() {
  bool any = false;
  for (; !backlog_.empty(); backlog_.pop()) {
    Waiting& first = backlog_.front();
    const StreamName of{first.operation.peer, slots_.at(first.sending.slot).stream};
    if (is_broken(of)) {
      fail(first.sending.slot, CompletionStatus::flushed);
      continue;
    }
    if (!first.sending.has_begun) {
      if (!has_room(first.operation, of.stream)) break;
      begin(first.operation, first.sending);
    }
    const std::uint32_t before = first.sending.next;
    const bool sent = send(first.operation, first.sending, true);
    any |= sent || first.sending.next != before;
    if (!sent) break;
  }
  return any;
}

}  // namespace gin
