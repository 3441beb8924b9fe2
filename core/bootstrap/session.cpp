#include "core/bootstrap/session.hpp"

#include <fmt/format.h>

#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {

Session::Session(Job& job, Line& line, const Nonce& nonce)
    : job_(job), line_(line), door_(job.rules().secret, nonce), reader_(hello_max) {
  line_.send(std::make_shared<const std::string>(door_.challenge()));
}

void Session::received(std::string_view bytes, Instant now) {
  if (over_) return;
  if (rank_) job_.heard(*rank_, now);
  reader_.feed(bytes);
  while (!over_) {
    std::optional<Frame> frame = reader_.next();
    if (!frame) break;
    take(std::move(*frame), now);
  }
  if (!over_ && !reader_.fault().empty()) rank_ ? broke(reader_.fault(), now) : refuse(reader_.fault());
}

void Session::take(Frame&& frame, Instant now) {
  if (!rank_) return take_hello(frame, now);
  switch (frame.kind) {
    case Kind::heartbeat:
      if (!frame.body.empty()) broke("a heartbeat that says something", now);
      return;
    case Kind::progress:
      if (!frame.body.empty()) return broke("a sign of progress that says something", now);
      return job_.progress(now);
    case Kind::gather:
      if (std::optional<Gather> part = decode_gather(frame.body)) return job_.gather(*rank_, std::move(*part), now);
      return broke("an all-gather that is malformed", now);
    case Kind::stand:
    case Kind::abort:
      return take_sentence(frame, now);
    case Kind::leave: {
      const std::uint32_t rank = *rank_;
      rank_.reset();
      over_ = true;
      return job_.leave(rank, std::move(frame.body), now);
    }
    default:
      return broke(fmt::format("a message of kind {}, which a PE does not send", static_cast<unsigned>(frame.kind)),
                   now);
  }
}

void Session::take_hello(const Frame& frame, Instant now) {
  if (const std::string why = door_.refusal_of(frame); !why.empty()) return refuse(why);
  const Hello& hello = door_.guest();
  if (const std::string why = job_.refusal_of(hello); !why.empty()) return refuse(why);
  if (hello.deadline_ms == 0) return refuse("expected a deadline of a millisecond or more, came 0");
  line_.send(std::make_shared<const std::string>(door_.welcome()));
  rank_ = hello.rank;
  reader_.allow(job_.rules().frame_max);
  job_.join(hello, line_, now);
}

void Session::take_sentence(const Frame& frame, Instant now) {
  std::optional<std::string> sentence = decode_sentence(frame.body);
  if (!sentence) return broke(fmt::format("expected at most {} bytes of text, came more", sentence_max), now);
  if (frame.kind == Kind::stand) return job_.stand(*rank_, *sentence);
  job_.fail_of(*rank_, "gave up: " + *sentence, now);
}

void Session::refuse(const std::string& sentence) {
  line_.send(std::make_shared<const std::string>(encode_sentence(Kind::refusal, sentence)));
  line_.finish();
  over_ = true;
}

void Session::broke(const std::string& why, Instant now) {
  over_ = true;
  job_.fail_of(*rank_, "broke the protocol: " + why, now);
}

void Session::closed(const std::string& how, Instant now) {
  over_ = true;
  if (!rank_) return;
  job_.lost(*rank_, how, now);
  rank_.reset();
}

}  // namespace gin::bootstrap
