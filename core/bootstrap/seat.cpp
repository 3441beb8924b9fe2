#include "core/bootstrap/seat.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin::bootstrap {

// Before the welcome the longest frame is a refusal.
Seat::Seat(const Who& who, const Nonce& nonce, Sitter& sitter)
    : who_(who),
      sitter_(sitter),
      guest_(who.secret,
             {nonce, {}, who.rank, who.size, static_cast<std::uint32_t>(who.deadline.count()), who.version}),
      reader_(sentence_max) {}

void Seat::received(std::string_view bytes) {
  if (state_ == State::over) return;
  reader_.feed(bytes);
  while (state_ != State::over) {
    std::optional<Frame> frame = reader_.next();
    if (!frame) break;
    take(std::move(*frame));
  }
  if (state_ != State::over && !reader_.fault().empty()) broke(reader_.fault());
}

void Seat::take(Frame&& frame) {
  if (frame.kind == Kind::refusal && state_ != State::joined) {
    const std::optional<std::string> why = decode_sentence(frame.body);
    return why ? end(&Sitter::refused, *why) : broke("a refusal that is too long");
  }
  if (state_ == State::waiting) return take_challenge(frame);
  if (state_ == State::challenged) return take_welcome(frame);
  switch (frame.kind) {
    case Kind::heartbeat:
      return;
    case Kind::progress:
      return sitter_.progressed();
    case Kind::gathered: {
      std::optional<Gathered> all = decode_gathered(frame.body);
      if (!all || all->parts.size() != who_.size) return broke("an all-gather that is malformed");
      return sitter_.gathered(std::move(*all));
    }
    case Kind::abort: {
      const std::optional<std::string> why = decode_sentence(frame.body);
      return why ? end(&Sitter::aborted, *why) : broke("an abort that is too long");
    }
    case Kind::farewell:
      state_ = State::over;
      return sitter_.dismissed();
    default:
      return broke(
          fmt::format("a message of kind {}, which a rendezvous does not send", static_cast<unsigned>(frame.kind)));
  }
}

void Seat::take_challenge(const Frame& frame) {
  std::optional<std::string> hello = guest_.answer_to(frame);
  if (!hello) return broke("expected a challenge, came something else");
  state_ = State::challenged;
  sitter_.send(std::move(*hello));
}

void Seat::take_welcome(const Frame& frame) {
  if (!guest_.believes(frame)) return broke("expected it to know the secret of this job, came no proof of that");
  state_ = State::joined;
  reader_.allow(who_.frame_max);
  sitter_.joined();
}

void Seat::end(void (Sitter::*tell)(const std::string&), const std::string& why) {
  state_ = State::over;
  (sitter_.*tell)(why);
}

void Seat::broke(const std::string& why) {
  const bool joined = state_ == State::joined;
  end(joined ? &Sitter::aborted : &Sitter::refused, "the rendezvous broke the protocol: " + why);
}

}  // namespace gin::bootstrap
