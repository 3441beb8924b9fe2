// WireFabric as a target: what the CPU does about what a wire brings. What comes from another process was written by
// somebody else: a number, an offset or an id that cannot be ends the run with a sentence, and touches nothing.
#pragma once

#include "core/fabric/wire_fabric.hpp"

namespace gin {

template <Wire W, class Env>
void WireFabric<W, Env>::handle(Arrival& arrival) {
  tally(env_, Count::arrivals);
  const Immediate immediate = decode(setup_.post.layout, arrival.immediate);
  if (by_question()) {
    arrival.source = Pe{immediate.stream};
    arrival.stream = own(arrival.source).stream;
    check(arrival, immediate);
    return immediate.kind == ImmediateKind::acknowledge ? heard_unnumbered(arrival) : count(arrival, immediate);
  }
  if (!arrival.has_immediate)
    return arrival.message.kind == MessageKind::finished ? finished(arrival.message.landing) : matched(arrival);
  if (immediate.kind == ImmediateKind::fetched) land(arrival.message.landing, arrival);
  const bool is_range = immediate.kind == ImmediateKind::fetched || immediate.kind == ImmediateKind::acknowledge;
  return is_range ? heard_range(arrival, immediate) : count(arrival, immediate);
}

template <Wire W, class Env>
template <class Write>
std::uint64_t WireFabric<W, Env>::change_word(const Landing& landing, Write write) {
  if constexpr (requires { env_.change_word(landing.offset, landing.number, write); })
    return env_.change_word(landing.offset, landing.number, write);
  else
    return write();
}
template <Wire W, class Env>
template <class Write>
void WireFabric<W, Env>::change_bytes(const Landing& landing, Write write) {
  if constexpr (requires { env_.change_bytes(landing.offset, landing.bytes, landing.number, write); })
    env_.change_bytes(landing.offset, landing.bytes, landing.number, write);
  else if (landing.bytes > 0)
    write();
}

template <Wire W, class Env>
void WireFabric<W, Env>::refuse(const Arrival& arrival, const std::string& expected,
                                const std::string& came) const {
  throw Error(Code::failed,
              fmt::format("PE {}: expected {} from PE {}, got {}: its memory or the wire is broken, or it "
                          "runs another version",
                          setup_.me.value, expected, arrival.source.value, came));
}

template <Wire W, class Env>
void WireFabric<W, Env>::check(const Arrival& arrival, const Immediate& immediate) const {
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
void WireFabric<W, Env>::count(Arrival& arrival, const Immediate& immediate) {
  using Accepted = OrderedSignals::Accepted;
  const StreamName of{arrival.source, arrival.stream};
  StreamState& known = stream(of);
  const Accepted accepted = known.heard.signals().accept(
      std::move(arrival), immediate, [&](std::uint32_t number, Arrival* message) { done(of, number, message); });
  if (accepted != Accepted::ok)
    refuse(arrival, "one message of an operation that is under way",
           fmt::format("operation {}, {}", immediate.number,
                       accepted == Accepted::doubled         ? "which has one too many"
                       : accepted == Accepted::beyond_window ? "which was done long ago or cannot have been issued"
                                                             : "whose messages disagree"));
  if (by_question()) answer_if_due(of, known);
}

/// All of the operation is here; `arrival` is its message, if it has one.
template <Wire W, class Env>
void WireFabric<W, Env>::done(const StreamName& of, std::uint32_t number, Arrival* arrival) {
  const bool is_answered = arrival && arrival->message.kind == MessageKind::fetch_amo;
  if (arrival) carry_out(*arrival, of, number);
  if (!is_answered) note_done(of, number);  // the answer to a fetch acknowledges it
}

/// What came with the operation, or before it, is in this PE's heap.
template <Wire W, class Env>
void WireFabric<W, Env>::carry_out(Arrival& arrival, const StreamName& of, std::uint32_t number) {
  const CpuMessage& message = arrival.message;
  if (message.kind == MessageKind::eager || message.kind == MessageKind::ready) return matched(arrival);
  const std::uint64_t old = change_word({message.offset, 8, arrival.number}, [&] {
    return apply_atomic(setup_.heap + message.offset, message.amo, message.value, message.extra);
  });
  if (message.kind != MessageKind::fetch_amo) return;
  const CpuMessage fetched{.kind = MessageKind::fetched, .landing = message.landing, .value = old};
  Answer answer{unnumbered(fetched, of.peer), arrival.number};
  if (!by_question()) {
    answer.request.has_immediate = true;
    answer.request.immediate = encode(setup_.post.layout, {ImmediateKind::fetched, of.stream, number, 1}).bits;
  }
  answers_.push(answer);
}

template <Wire W, class Env>
void WireFabric<W, Env>::heard_unnumbered(const Arrival& arrival) {
  const CpuMessage& message = arrival.message;
  if (message.kind == MessageKind::ask) return heard_question(arrival);
  if (message.kind == MessageKind::done) return heard_answer(arrival);
  // Else it answers an operation, which was asked of this peer and not answered yet: check() has let nothing else through.
  const bool is_value = message.kind == MessageKind::fetched;
  std::uint32_t slot = 0;
  Entry* const entry = slots_.find(message.landing, slot);
  if (!entry || entry->kind != (is_value ? Kind::fetches : Kind::ready) || entry->peer != arrival.source ||
      entry->answered)
    refuse(arrival, is_value ? "the answer to a fetch" : "the end of a long send",
           fmt::format("one for {:#x}, which waits for none", message.landing));
  entry->answered = true;
  if (is_value) land(entry->local, arrival);
  one_less(slot);
}

}  // namespace gin
