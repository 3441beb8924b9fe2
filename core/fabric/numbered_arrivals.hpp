// NumberedFabric as a target: what the CPU does about what a wire brings. All of it was written by somebody else: a
// number, an offset or an id that cannot be ends the run with a sentence, and touches nothing.
#pragma once

#include <cstring>

#include "core/device/memory_word.hpp"
#include "core/fabric/numbered_fabric.hpp"

namespace gin {

template <Wire W, class Env>
void NumberedFabric<W, Env>::handle(Arrival& arrival) {
  tally(env_, Count::arrivals);
  const Immediate immediate = decode(rules_.layout, arrival.immediate);
  arrival.source = Pe{immediate.stream};
  check(arrival, immediate);
  if (immediate.kind == ImmediateKind::acknowledge)
    heard_unnumbered(arrival);
  else
    count(arrival, immediate);
}

template <Wire W, class Env>
template <class Write>
std::uint64_t NumberedFabric<W, Env>::change_word(const Landing& landing, Write write) {
  if constexpr (requires { env_.change_word(landing.offset, landing.number, write); })
    return env_.change_word(landing.offset, landing.number, write);
  else
    return write();
}
template <Wire W, class Env>
template <class Write>
void NumberedFabric<W, Env>::change_bytes(const Landing& landing, Write write) {
  if constexpr (requires { env_.change_bytes(landing.offset, landing.bytes, landing.number, write); })
    env_.change_bytes(landing.offset, landing.bytes, landing.number, write);
  else if (landing.bytes > 0)
    write();
}

template <Wire W, class Env>
bool NumberedFabric<W, Env>::in_heap(std::uint64_t offset, std::uint64_t bytes) const {
  return bytes <= setup_.heap_bytes && offset <= setup_.heap_bytes - bytes;
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::refuse(const Arrival& arrival, const std::string& expected,
                                    const std::string& came) const {
  throw Error(Code::failed,
              fmt::format("PE {}: expected {} from PE {}, got {}: its memory or the wire is broken, or it "
                          "runs another version",
                          setup_.me.value, expected, arrival.source.value, came));
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::check(const Arrival& arrival, const Immediate& immediate) const {
  const CpuMessage& message = arrival.message;
  if (!arrival.has_immediate || immediate.stream >= setup_.n_pes || immediate.stream == setup_.me.value)
    refuse(arrival, fmt::format("an immediate that names another of {} PEs", setup_.n_pes),
           fmt::format("{:#x}", arrival.immediate));
  const bool rode = immediate.kind == ImmediateKind::signal;
  if (rode && !in_heap(std::uint64_t{immediate.count} * 8, 8))
    refuse(arrival, fmt::format("a signal word in {} bytes of heap", setup_.heap_bytes),
           fmt::format("word {} of operation {}", immediate.count, immediate.number));
  const bool is_answer = immediate.kind == ImmediateKind::acknowledge;
  if (is_answer != arrival.has_message && (is_answer || rode || immediate.kind == ImmediateKind::fetched))
    refuse(arrival, "a message exactly where its immediate says so",
           fmt::format("immediate {:#x}, {} message", arrival.immediate, arrival.has_message ? "a" : "no"));
  if (immediate.kind == ImmediateKind::fetched)
    refuse(arrival, "an operation or an answer", fmt::format("immediate {:#x}", arrival.immediate));
  if (!arrival.has_message) return;
  const auto garbled = [&](const char* expected) {
    refuse(arrival, expected,
           fmt::format("kind {}, offset {}, {} with immediate {:#x}", static_cast<unsigned>(message.kind),
                       message.offset, message.extra, arrival.immediate));
  };
  switch (message.kind) {
    case MessageKind::amo:
    case MessageKind::fetch_amo:
      if (is_answer || message.amo > Amo::fetch || message.offset % 8 != 0 || !in_heap(message.offset, 8))
        garbled("an atomic on a word of the heap");
      return;
    case MessageKind::eager:
      if (is_answer || message.extra > setup_.eager_max || message.extra != arrival.bytes.size())
        garbled("a short send with its bytes");
      return;
    case MessageKind::ready:
      if (is_answer || !in_heap(message.offset, message.extra)) garbled("a long send of bytes of the heap");
      return;
    case MessageKind::fetched:
    case MessageKind::finished:
      if (!is_answer) garbled("an answer");
      return;
    case MessageKind::ask:
    case MessageKind::done:
      if (!is_answer || message.value > ~std::uint32_t{0}) garbled("a question or an acknowledgement");
      return;
  }
  garbled("a message of a known kind");
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::count(Arrival& arrival, const Immediate& immediate) {
  using Accepted = OrderedSignals::Accepted;
  Peer& peer = peers_[immediate.stream];
  const Accepted accepted =
      peer.heard.signals().accept(std::move(arrival), immediate, [&](std::uint32_t, Arrival* message) {
        if (message) carry_out(*message);
      });
  if (accepted != Accepted::ok)
    refuse(arrival, "one message of an operation that is under way",
           fmt::format("operation {}, {}", immediate.number,
                       accepted == Accepted::doubled         ? "which has one too many"
                       : accepted == Accepted::beyond_window ? "which was done long ago or cannot have been issued"
                                                             : "whose messages disagree"));
  if (!peer.heard.answer_due(window_)) return;
  peer.answers = true;
  speak(immediate.stream);
}

/// What came with the operation, or before it, is in this PE's heap.
template <Wire W, class Env>
void NumberedFabric<W, Env>::carry_out(Arrival& arrival) {
  const CpuMessage& message = arrival.message;
  if (message.kind == MessageKind::eager || message.kind == MessageKind::ready) {
    if (const auto wanted = matching_.arrive(arrival)) receive(*wanted, arrival);
    return;
  }
  const std::uint64_t old = change_word({message.offset, 8, arrival.number}, [&] {
    return apply_atomic(setup_.heap + message.offset, message.amo, message.value, message.extra);
  });
  if (message.kind != MessageKind::fetch_amo) return;
  CpuMessage fetched;
  fetched.kind = MessageKind::fetched;
  fetched.landing = message.landing;
  fetched.value = old;
  answers_.push(unnumbered(fetched, arrival.source));
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::heard_unnumbered(const Arrival& arrival) {
  const CpuMessage& message = arrival.message;
  const std::uint32_t index = arrival.source.value;
  Peer& peer = peers_[index];
  const auto number = static_cast<std::uint32_t>(message.value);
  std::uint32_t slot = 0;
  switch (message.kind) {
    case MessageKind::ask:
      if (!peer.heard.question(number, window_))
        refuse(arrival, fmt::format("a question about one of {} operations from {} on", window_, peer.heard.base()),
               fmt::format("number {}", number));
      if (!peer.heard.answer_due(window_)) return;
      peer.answers = true;
      return speak(index);
    case MessageKind::done:
      if (!peer.sent.acknowledge(number, [&](std::uint32_t who) {
            if (who != nobody) one_less(who);
          }))
        refuse(arrival, fmt::format("an acknowledgement of what is under way, before number {}", peer.sent.next()),
               fmt::format("number {}", number));
      return;
    case MessageKind::fetched: {
      const Entry& entry = answered(arrival, Kind::fetches, slot);
      change_word({entry.local, 8, arrival.number},
                  [&] { return store_value(setup_.heap + entry.local, message.value, 8), 0; });
      return one_less(slot);
    }
    case MessageKind::finished:
      answered(arrival, Kind::ready, slot);
      return one_less(slot);
    default:
      return;  // check() has let none through
  }
}

/// The operation that this answers, which was asked of this peer and not answered yet.
template <Wire W, class Env>
auto NumberedFabric<W, Env>::answered(const Arrival& arrival, Kind kind, std::uint32_t& slot) -> Entry& {
  Entry* entry = slots_.find(arrival.message.landing, slot);
  if (!entry || entry->kind != kind || entry->peer != arrival.source || entry->answered)
    refuse(arrival, kind == Kind::fetches ? "the answer to a fetch" : "the end of a long send",
           fmt::format("one for {:#x}, which waits for none", arrival.message.landing));
  entry->answered = true;
  return *entry;
}

template <Wire W, class Env>
void NumberedFabric<W, Env>::receive(const PostedReceive& receive, const Arrival& arrival) {
  charge(env_, Cost::arrival_match);
  const CpuMessage& message = arrival.message;
  const auto slot = static_cast<std::uint32_t>(receive.cookie);
  if (message.extra > receive.bytes)
    throw Error(Code::failed,
                fmt::format("PE {}: receive from PE {} with tag {}: expected at most {} bytes, the send has {}",
                            setup_.me.value, receive.peer.value, receive.tag, receive.bytes, message.extra));
  unsigned char* to = setup_.heap + receive.local;
  if (message.kind == MessageKind::eager) {
    change_bytes({receive.local, message.extra, arrival.number},
                 [&] { std::memcpy(to, arrival.bytes.data(), message.extra); });
    return one_less(slot);
  }
  if (arrival.source == setup_.me) {
    std::uint32_t sender = 0;
    answered(arrival, Kind::ready, sender);
    change_bytes({receive.local, message.extra, arrival.number},
                 [&] { std::memmove(to, setup_.heap + message.offset, message.extra); });
    one_less(sender);
    return one_less(slot);
  }
  Operation fetch;
  fetch.op = Op::get;
  fetch.peer = arrival.source;
  fetch.remote = message.offset;
  fetch.local = receive.local;
  fetch.bytes = message.extra;
  Entry entry;
  entry.kind = Kind::reads;
  entry.peer = arrival.source;
  entry.receive = slot;
  entry.theirs = message.landing;
  entry.waits = work_requests(fetch, rules_);
  const std::uint32_t reads = slots_.begin(entry);
  if (entry.waits == 0) return finish(reads);
  backlog_.push({fetch, {reads, 0, 0}});
}

}  // namespace gin
