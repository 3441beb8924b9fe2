// WireFabric and numbers: sources ask, targets answer or acknowledge what a look has carried out.
#pragma once

#include "core/fabric/wire_fabric.hpp"

namespace gin {

template <Wire W, class Env>
void WireFabric<W, Env>::request_completions() {
  for (const StreamName& of : unasked_) {
    StreamState& known = stream(of);
    known.listed = false;
    if (known.sent.unasked() > 0) ask(of);
  }
  unasked_.clear();
}

template <Wire W, class Env>
WorkRequest WireFabric<W, Env>::unnumbered(const CpuMessage& message, Pe peer) const {
  WorkRequest request = message_request(message);
  request.peer = static_cast<std::uint16_t>(peer.value);
  request.has_immediate = by_question();
  request.immediate = own_immediate_;
  return request;
}

/// What is said is true when the wire takes it, not when it was decided to say something.
template <Wire W, class Env>
bool WireFabric<W, Env>::say(const StreamName& of) {
  StreamState& known = stream(of);
  if (known.answers) {
    const CpuMessage done{.kind = MessageKind::done, .value = known.heard.base()};
    if (!hand({unnumbered(done, of.peer)}, Count::acknowledgements)) return false;
    known.heard.answer();
    known.answers = false;
  }
  if (known.asks && known.sent.unasked() > 0) {
    const CpuMessage ask{.kind = MessageKind::ask, .value = known.sent.next()};
    if (!hand({unnumbered(ask, of.peer)}, Count::questions)) return false;
    known.sent.ask();
  }
  known.asks = false;
  known.speaking = false;
  return true;
}

template <Wire W, class Env>
void WireFabric<W, Env>::heard_question(const Arrival& arrival) {
  const StreamName of{arrival.source, arrival.stream};
  StreamState& known = stream(of);
  const auto number = static_cast<std::uint32_t>(arrival.message.value);
  if (!known.heard.question(number, setup_.window))
    refuse(arrival,
           fmt::format("a question about one of {} operations from {} on", setup_.window, known.heard.base()),
           fmt::format("number {}", number));
  answer_if_due(of, known);
}

template <Wire W, class Env>
void WireFabric<W, Env>::heard_answer(const Arrival& arrival) {
  SentNumbers& sent = stream({arrival.source, arrival.stream}).sent;
  const auto number = static_cast<std::uint32_t>(arrival.message.value);
  if (!sent.acknowledge(number, [&](std::uint32_t who) { one_less(who); }))
    refuse(arrival, fmt::format("an acknowledgement of what is under way, before number {}", sent.next()),
           fmt::format("number {}", number));
}

template <Wire W, class Env>
void WireFabric<W, Env>::note_done(const StreamName& of, std::uint32_t number) {
  if (by_question()) return;
  if (!ranges_.empty()) {
    DoneRange& last = ranges_.back();
    if (last.of.peer == of.peer && last.of.stream == of.stream && last.first + last.count == number &&
        last.count < setup_.acknowledge_most) {
      ++last.count;
      return;
    }
  }
  ranges_.push_back({of, number, 1});
}

template <Wire W, class Env>
void WireFabric<W, Env>::acknowledge_ranges() {
  for (const DoneRange& range : ranges_) {
    WorkRequest request;  // a write of no bytes: its immediate is all there is
    request.peer = static_cast<std::uint16_t>(range.of.peer.value);
    request.has_immediate = request.signaled = true;
    request.immediate =
        encode(setup_.post.layout, {ImmediateKind::acknowledge, range.of.stream, range.first, range.count}).bits;
    tally(env_, Count::acknowledgements);
    answers_.push({request});
  }
  ranges_.clear();
}

/// Operations of our own stream have been carried out by the peer.
template <Wire W, class Env>
void WireFabric<W, Env>::heard_range(const Arrival& arrival, const Immediate& range) {
  const StreamName of{arrival.source, range.stream};
  StreamState& known = stream(of);
  const std::uint32_t before = known.window.base();
  const auto mark = [&] { return known.window.mark(range.number, range.count); };
  if (!mark() || (planted(Fault::completion_counted_twice) && !mark()))
    refuse(arrival, "an acknowledgement of what is under way",
           fmt::format("operation {} of stream {} twice", range.number, range.stream));
  if (known.window.base() == before) return;
  if constexpr (SharedWire<W>)
    if (range.stream < setup_.streams.agents) return wire_.tell_agents(of.peer, of.stream, known.window.base());
  known.sent.acknowledge(known.window.base(), [&](std::uint32_t who) { one_less(who); });
}

}  // namespace gin
