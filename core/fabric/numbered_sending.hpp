// NumberedFabric as a source: operations become work requests, numbers are taken, asked for and acknowledged, and
// what a busy wire refuses waits in order.
#pragma once

#include <algorithm>

#include "core/fabric/memory_fabric.hpp"
#include "core/fabric/numbered_fabric.hpp"

namespace gin {

template <Wire W, class Env>
NumberedFabric<W, Env>::NumberedFabric(Env& env, W& wire, Matching& matching, const NumberedSetup& setup)
    : env_(env),
      wire_(wire),
      matching_(matching),
      setup_(setup),
      rules_(rules_for_wire(wire.limits(), setup.n_pes, setup.signals)),
      window_(wire_window(rules_.layout)),
      own_(encode(rules_.layout, {ImmediateKind::acknowledge, setup.me.value, 0, 0}).bits),
      here_(setup.me.value + 1, setup.heap) {
  setup_.eager_max = std::min(setup.eager_max, wire.limits().eager_max);
  peers_.reserve(setup.n_pes);
  for (std::uint32_t i = 0; i < setup.n_pes; ++i)
    peers_.push_back({SentNumbers(setup.first_number),
                      HeardNumbers(rules_.layout, setup.signals, setup.first_number), false, false, false, false});
}

template <Wire W, class Env>
Post NumberedFabric<W, Env>::post(const Posting& posting) {
  const Operation& operation = posting.operation;
  const std::uint32_t index = operation.peer.value;
  GIN_ASSERT(index < setup_.n_pes);
  if (operation.op == Op::receive || operation.peer == setup_.me) {
    post_here(operation, posting.tag);
    return Post::accepted;
  }
  Peer& peer = peers_[index];
  if (!has_room(peer, index)) return Post::busy;
  if (operation.op == Op::send) return post_send(operation, posting.tag);
  const bool numbered = takes_number(operation, rules_);
  const std::uint32_t requests = work_requests(operation, rules_);
  if (requests == 0) {
    done_.push(posting.tag);
    return Post::accepted;
  }
  // Checked when the job was set up, for its programs; nothing may be cut off here all the same.
  if (requests > work_requests_max(operation, rules_, ~0u))
    throw Error(Code::failed, fmt::format("PE {}: expected at most {} messages of {} bytes in an operation, got a "
                                          "transfer of {} bytes to PE {}: split it",
                                          setup_.me.value, rules_.layout.count_max(), rules_.message_max,
                                          operation.bytes, index));
  Entry entry;
  entry.tag = posting.tag;
  entry.waits = requests + (numbered ? 1 : 0);
  if (operation.op != Op::fetch_amo) {
    const std::uint32_t slot = slots_.begin(entry);
    const std::uint32_t number = numbered ? peer.sent.take(slot) : 0;
    if (numbered) want_answer(index);
    start(operation, slot, number);
    return Post::accepted;
  }
  entry.kind = Kind::fetches;
  entry.peer = operation.peer;
  entry.local = operation.local;
  const std::uint32_t slot = slots_.begin(entry);
  Operation named = operation;  // the answer comes back under this name; where its value goes is our business
  named.local = slots_.id(slot);
  start(named, slot, peer.sent.take(nobody));
  return Post::accepted;
}

/// A short send is complete when its source may be reused, a long one when its bytes are fetched.
template <Wire W, class Env>
Post NumberedFabric<W, Env>::post_send(const Operation& operation, std::uint64_t tag) {
  const bool eager = operation.bytes <= setup_.eager_max;
  Entry entry;
  entry.tag = tag;
  entry.kind = eager ? Kind::writes : Kind::ready;
  entry.peer = operation.peer;
  entry.waits = eager ? 1 : 2;
  const std::uint32_t slot = slots_.begin(entry);
  start(operation, slot, peers_[operation.peer.value].sent.take(nobody));
  return Post::accepted;
}

/// Receives wait here; what a PE does to itself is carried out through its memory at once.
template <Wire W, class Env>
void NumberedFabric<W, Env>::post_here(const Operation& operation, std::uint64_t tag) {
  if (operation.op == Op::send) return send_here(operation, tag);
  if (operation.op != Op::receive) {
    build(operation, nullptr, PostRules{}, {}, [&](std::uint32_t, const WorkRequest& request) {
      const auto carry_out = [&] { return execute(request, setup_.me, here_), 0; };
      const Landing landing{request.verb == Verb::read ? request.local : request.remote, request.bytes,
                            operation.number};
      if (request.verb == Verb::atomic)
        change_word(landing, carry_out);
      else
        change_bytes(landing, carry_out);
    });
    done_.push(tag);
    return;
  }
  Entry entry;
  entry.kind = Kind::receives;
  entry.waits = 1;
  entry.tag = tag;
  const PostedReceive wanted{operation.peer, operation.value, operation.local, operation.bytes,
                             slots_.begin(entry)};
  if (const auto arrival = matching_.post(wanted)) receive(wanted, *arrival);
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::send_here(const Operation& operation, std::uint64_t tag) {
  Entry entry;
  entry.kind = Kind::ready;
  entry.peer = setup_.me;
  entry.waits = 1;
  entry.tag = tag;
  const std::uint32_t slot = slots_.begin(entry);
  Arrival arrival;
  arrival.source = setup_.me;
  arrival.has_message = true;
  arrival.message = unpack(send_request(operation, {slot, 0, 0}).message);
  if (arrival.message.kind == MessageKind::eager) {
    const unsigned char* from = setup_.heap + operation.local;
    arrival.bytes.assign(from, from + operation.bytes);
    one_less(slot);
  }
  if (const auto wanted = matching_.arrive(arrival)) receive(*wanted, arrival);
}

template <Wire W, class Env>
bool NumberedFabric<W, Env>::has_room(Peer& peer, std::uint32_t index) {
  const bool in_window = peer.sent.under_way() < window_;
  if (!in_window && peer.sent.unasked() > 0) ask(index);
  return in_window && backlog_.size() < setup_.backlog_max;
}

/// The operation is accepted: as much of it goes out as the wire takes now.
template <Wire W, class Env>
void NumberedFabric<W, Env>::start(const Operation& operation, std::uint32_t slot, std::uint32_t number) {
  const std::uint32_t index = operation.peer.value;
  if (peers_[index].sent.unasked() >= window_ / 2) ask(index);
  Sending sending{slot, number, 0};
  if (backlog_.empty() && send(operation, sending, false)) return;
  backlog_.push({operation, sending});
}

/// False, and nothing has happened, when the wire is busy. `number`: of the operation, where it is recorded.
template <Wire W, class Env>
bool NumberedFabric<W, Env>::hand(const WorkRequest& request, std::uint32_t token, Count as, std::uint32_t number) {
  if constexpr (requires { wire_.about(number); }) wire_.about(number);
  if (wire_.post(request, token) == Post::busy) return false;
  tally(env_, as);
  return true;
}

/// False when the wire was busy before the last request was through.
template <Wire W, class Env>
bool NumberedFabric<W, Env>::send(const Operation& operation, Sending& sending, bool was_refused) {
  if (operation.op == Op::send)
    return hand(send_request(operation, sending), sending.slot, Count::messages, operation.number);
  const Cut cut = cut_of(operation, rules_, {setup_.me.value, sending.number});
  for (; sending.next < cut.count; ++sending.next) {
    settle(env_);  // what travels in the request is read now
    const WorkRequest request = request_at(operation, setup_.heap + operation.local, rules_, cut, sending.next);
    if (!hand(request, sending.slot, Count::messages, operation.number)) return false;
    if (was_refused && planted(Fault::request_posted_twice)) wire_.post(request, nobody);
  }
  return true;
}

template <Wire W, class Env>
WorkRequest NumberedFabric<W, Env>::send_request(const Operation& operation, const Sending& sending) const {
  const bool eager = operation.bytes <= setup_.eager_max;
  CpuMessage message;
  message.kind = eager ? MessageKind::eager : MessageKind::ready;
  message.landing = eager ? 0 : slots_.id(sending.slot);
  message.offset = operation.local;
  message.value = operation.value;
  message.extra = operation.bytes;
  WorkRequest request = message_request(message);
  request.peer = static_cast<std::uint16_t>(operation.peer.value);
  request.local = operation.local;
  request.bytes = eager ? static_cast<std::uint32_t>(operation.bytes) : 0;
  request.has_immediate = true;
  request.immediate = encode(rules_.layout, {ImmediateKind::part, setup_.me.value, sending.number, 1}).bits;
  return request;
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::want_answer(std::uint32_t peer) {
  if (peers_[peer].listed) return;
  peers_[peer].listed = true;
  unasked_.push_back(peer);
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::request_completions() {
  for (const std::uint32_t peer : unasked_) {
    peers_[peer].listed = false;
    if (peers_[peer].sent.unasked() > 0) ask(peer);
  }
  unasked_.clear();
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::ask(std::uint32_t peer) {
  peers_[peer].asks = true;
  speak(peer);
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::speak(std::uint32_t peer) {
  if (peers_[peer].speaking) return;
  peers_[peer].speaking = true;
  speakers_.push(peer);
}

template <Wire W, class Env>
WorkRequest NumberedFabric<W, Env>::unnumbered(const CpuMessage& message, Pe peer) const {
  WorkRequest request = message_request(message);
  request.peer = static_cast<std::uint16_t>(peer.value);
  request.has_immediate = true;
  request.immediate = own_;
  return request;
}

/// What is said is true when the wire takes it, not when it was decided to say something.
template <Wire W, class Env>
bool NumberedFabric<W, Env>::say(std::uint32_t index) {
  Peer& peer = peers_[index];
  CpuMessage message;
  if (peer.answers) {
    message.kind = MessageKind::done;
    message.value = peer.heard.base();
    if (!hand(unnumbered(message, Pe{index}), nobody, Count::acknowledgements)) return false;
    peer.heard.answer();
    peer.answers = false;
  }
  if (peer.asks && peer.sent.unasked() > 0) {
    message.kind = MessageKind::ask;
    message.value = peer.sent.next();
    if (!hand(unnumbered(message, Pe{index}), nobody, Count::questions)) return false;
    peer.sent.ask();
  }
  peer.asks = false;
  peer.speaking = false;
  return true;
}

/// What others wait for goes first.
template <Wire W, class Env>
bool NumberedFabric<W, Env>::flush() {
  bool any = false;
  for (; !answers_.empty(); answers_.pop(), any = true)
    if (!hand(answers_.front(), nobody, Count::messages)) return any;
  for (; !speakers_.empty(); speakers_.pop(), any = true)
    if (!say(speakers_.front())) return any;
  return flush_backlog() || any;
}

template <Wire W, class Env>
bool NumberedFabric<W, Env>::flush_backlog() {
  bool any = false;
  for (; !backlog_.empty(); backlog_.pop()) {
    Waiting& first = backlog_.front();
    const std::uint32_t before = first.sending.next;
    const bool sent = send(first.operation, first.sending, true);
    any |= sent || first.sending.next != before;
    if (!sent) break;
  }
  return any;
}

template <Wire W, class Env>
bool NumberedFabric<W, Env>::take_done() {
  bool any = false;
  for (std::uint64_t token = 0; wire_.next_done(token); any = true)
    if (token != nobody && !planted(Fault::completion_dropped)) one_less(static_cast<std::uint32_t>(token));
  return any;
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::one_less(std::uint32_t slot) {
  Entry& entry = slots_.at(slot);
  GIN_ASSERT(entry.waits > 0);
  if (--entry.waits == 0) finish(slot);
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::finish(std::uint32_t slot) {
  if (slots_.at(slot).kind != Kind::reads) {
    done_.push(slots_.at(slot).tag);
    return slots_.end(slot);
  }
  const Entry entry = slots_.at(slot);
  slots_.end(slot);
  CpuMessage message;
  message.kind = MessageKind::finished;
  message.landing = entry.theirs;
  answers_.push(unnumbered(message, entry.peer));
  one_less(entry.receive);
}

template <Wire W, class Env>
bool NumberedFabric<W, Env>::progress() {
  bool any = wire_.progress();
  for (std::size_t i = 0; i < arrivals_a_look && wire_.next_arrival(arrival_); ++i, any = true) handle(arrival_);
  any |= take_done();
  return flush() || any;
}

template <Wire W, class Env>
std::size_t NumberedFabric<W, Env>::poll(std::span<Completion> out) {
  std::size_t count = 0;
  while (count < out.size() && !done_.empty()) out[count++] = {done_.pop()};
  return count;
}

}  // namespace gin
