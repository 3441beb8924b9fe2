// WireFabric's looks: what the wire is done with, or has failed, is told to whoever posted it.
#pragma once

#include <utility>

#include "core/fabric/wire_fabric.hpp"

namespace gin {

template <Wire W, class Env>
bool WireFabric<W, Env>::progress() {
  bool any = wire_.progress();
  for (std::size_t i = 0; i < arrivals_a_look && wire_.next_arrival(arrival_); ++i, any = true) handle(arrival_);
  if (!by_question()) acknowledge_ranges();
  any |= flush();
  any |= take_done();
  // What is done may have something to say.
  if (!answers_.empty() || !backlog_.empty()) any |= flush();
  return any;
}

template <Wire W, class Env>
std::size_t WireFabric<W, Env>::poll(std::span<Completion> out) {
  std::size_t count = 0;
  while (count < out.size() && !done_.empty()) out[count++] = done_.pop();
  return count;
}

template <Wire W, class Env>
bool WireFabric<W, Env>::take_done() {
  bool any = false;
  for (Done done; wire_.next_done(done); any = true) {
    if (planted(Fault::completion_dropped)) continue;
    const bool is_operation = (done.token & of_nobody) == 0;
    const std::uint32_t slot = is_operation ? static_cast<std::uint32_t>(done.token) : nobody;
    if (done.status != CompletionStatus::ok) {
      const StreamName of =
          is_operation ? StreamName{slots_.at(slot).peer, slots_.at(slot).stream} : stream_in(done.token);
      break_off(of, slot, done.status);
    } else if (is_operation) {
      one_less(slot);
      if (planted(Fault::completion_counted_twice)) one_less(slot);
    }
  }
  return any;
}

/// One completion, acknowledgement or answer of the operation has come, if there is one.
template <Wire W, class Env>
void WireFabric<W, Env>::one_less(std::uint32_t slot) {
  if (slot == nobody) return;
  Entry& entry = slots_.at(slot);
  if (entry.failed) return;
  GIN_ASSERT(entry.waits > 0);
  if (--entry.waits == 0) finish(slot);
}

template <Wire W, class Env>
void WireFabric<W, Env>::finish(std::uint32_t slot) {
  Entry& entry = slots_.at(slot);
  if (entry.kind == Kind::holds) {  // the data of a held signal is acknowledged: now the signal
    entry.kind = Kind::plain;
    return backlog_.push({held_[slot], {.slot = slot}});
  }
  if (entry.kind == Kind::reads) {
    answers_.push({unnumbered({.kind = MessageKind::finished, .landing = entry.theirs}, entry.peer)});
    const std::uint64_t receive = entry.receive;
    slots_.end(slot);
    return finished(receive);
  }
  complete(entry, CompletionStatus::ok);
  slots_.end(slot);
}

/// Nothing of the stream completes any more: the first of its operations says why.
template <Wire W, class Env>
void WireFabric<W, Env>::break_off(const StreamName& of, std::uint32_t slot, CompletionStatus status) {
  bool is_told = false;
  const auto tell = [&](std::uint32_t at) {
    fail(at, std::exchange(is_told, true) ? CompletionStatus::flushed : status);
  };
  if (slot != nobody) tell(slot);
  if (std::exchange(stream(of).broken, true)) return;
  slots_.each([&](std::uint32_t at, const Entry& entry) {
    if (entry.peer == of.peer && entry.stream == of.stream && entry.kind != Kind::receives && !entry.failed)
      tell(at);
  });
  // No operation of this PE hears of it, and the peer waits for what does not come.
  if (!is_told && by_question())
    throw Error(Code::failed, fmt::format("PE {}: expected an answer to PE {} to go out, got \"{}\"",
                                          setup_.me.value, of.peer.value, name(status)));
}

/// Its slot is kept: more of it may still come.
template <Wire W, class Env>
void WireFabric<W, Env>::fail(std::uint32_t slot, CompletionStatus status) {
  Entry& entry = slots_.at(slot);
  if (entry.kind == Kind::reads)
    throw Error(Code::failed, fmt::format("PE {}: expected the bytes of a send of PE {}, got \"{}\"",
                                          setup_.me.value, entry.peer.value, name(status)));
  if (!std::exchange(entry.failed, true)) complete(entry, status);
}

}  // namespace gin
