#include "core/bootstrap/job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/assert.hpp"

namespace gin::bootstrap {
namespace {

using std::chrono::milliseconds;

// PEs that were told of a failure go at once. One that does not, because it is stopped, say, is not waited for.
constexpr milliseconds grace{2000};
constexpr milliseconds heartbeat_max{1000};
constexpr std::size_t deaths_shown = 4;

/// "PE 3", "PEs 0, 2, 5"; long lists end in "and 12 more".
std::string pes(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t shown_max = 16;
  const std::size_t shown = std::min(ranks.size(), shown_max);
  std::string list = ranks.size() == 1 ? "PE" : "PEs";
  for (std::size_t i = 0; i < shown; ++i) list += fmt::format("{} {}", i == 0 ? "" : ",", ranks[i]);
  if (shown < ranks.size()) list += fmt::format(" and {} more", ranks.size() - shown);
  return list;
}

}  // namespace

Job::Job(JoinRules rules, Instant now)
    : rules_(std::move(rules)), began_(now), awaited_(rules_.size), progressed_(now), seats_(rules_.size) {}

std::string Job::refusal_of(const Hello& hello) const {
  if (failed()) return fmt::format("{}{}", job_has_ended, failure_);
  if (hello.version != rules_.version)
    return fmt::format("expected ginlab {}, came {}; use one build of ginlab for all PEs", rules_.version,
                       one_line(hello.version, version_max));
  if (hello.size != rules_.size)
    return fmt::format("expected a PE of a job of {}, came one of a job of {}; start all with one size",
                       rules_.size, hello.size);
  if (hello.rank >= rules_.size)
    return fmt::format("expected a rank below {}, came {}; ranks count from 0", rules_.size, hello.rank);
  if (seats_[hello.rank].state != State::awaited)
    return fmt::format("expected a rank that nobody has, came {}, which is taken; start each rank once",
                       hello.rank);
  return {};
}

void Job::join(const Hello& hello, Line& line, Instant now) {
  Seat& seat = seats_[hello.rank];
  seat.state = State::here;
  seat.line = &line;
  seat.deadline = milliseconds(hello.deadline_ms);
  seat.heard = seat.beat = now;
  --awaited_;
  ++here_;
}

void Job::gather(std::uint32_t rank, Gather&& part, Instant now) {
  Seat& seat = seats_[rank];
  if (failed()) return;
  if (part.number != seat.gathers || part.number >= steps_done_ + gathers_max)
    return fail(fmt::format("PE {} broke the protocol: expected its all-gather number {} and at most {} at a"
                            " time, came number {}",
                            rank, seat.gathers, gathers_max, part.number),
                now);
  ++seat.gathers;
  seat.step = part.step;
  // steps_done_ <= number, for a step is done when this PE has given its part too.
  const std::size_t index = part.number - steps_done_;
  if (index == steps_.size())
    steps_.push_back({part.step, rank, now, part.within_ms > 0 ? milliseconds(part.within_ms) : seat.deadline,
                      std::vector<std::optional<std::string>>(rules_.size), rules_.size, 0});
  Step& step = steps_[index];
  if (step.name != part.step)
    return fail(
        fmt::format("all-gather {}: PE {} calls it \"{}\", PE {} calls it \"{}\"; all PEs go through"
                    " the same steps in one order",
                    part.number, step.first, one_line(step.name, step_max), rank, one_line(part.step, step_max)),
        now);
  step.bytes += part.bytes.size();
  if (const std::size_t bytes = gathered_bytes(rules_.size, step.bytes); bytes > rules_.frame_max)
    return fail(fmt::format("step \"{}\": expected at most {} bytes from all PEs together, came {}; give less"
                            " at a time",
                            one_line(step.name, step_max), rules_.frame_max, bytes),
                now);
  kept_ += part.bytes.size();
  step.parts[rank] = std::move(part.bytes);
  --step.missing;
  while (!steps_.empty() && steps_.front().missing == 0) finish_step();
  check_step(now);
}

void Job::finish_step() {
  Step& step = steps_.front();
  Gathered all{steps_done_, {}};
  for (std::optional<std::string>& part : step.parts) all.parts.push_back(std::move(*part));
  const auto frame = std::make_shared<const std::string>(encode(all));
  for (Seat& seat : seats_)
    if (seat.state == State::here) seat.line->send(frame);
  kept_ -= step.bytes;
  steps_.pop_front();
  ++steps_done_;
}

void Job::leave(std::uint32_t rank, std::string report, Instant now) {
  if (failed()) return lost(rank, "left", now);
  Seat& seat = seats_[rank];
  seat.state = State::left;
  seat.report = std::move(report);
  --here_;
  ++left_;
  send(seat, framed(Kind::farewell, {}));
  seat.line->finish();
  seat.line = nullptr;
  check_step(now);
}

void Job::fail_of(std::uint32_t rank, const std::string& what, Instant now) {
  fail(fmt::format("PE {} {}; {}", rank, what, where(rank)), now);
}

void Job::lost(std::uint32_t rank, const std::string& how, Instant now) {
  Seat& seat = seats_[rank];
  if (seat.state != State::here) return;
  seat.state = State::lost;
  seat.line = nullptr;
  --here_;
  if (failed()) return;
  fail(fmt::format("PE {} died: {}; {}", rank, how, where(rank)), now);
  dead_ = rank;
}

void Job::died(std::uint32_t rank, const std::string& how, Instant now) {
  GIN_ASSERT(rank < rules_.size);
  if (failed() && dead_ != rank) return;  // the first failure is the cause, what follows are its effects
  std::string sentence = fmt::format("PE {} died: {}; {}", rank, how, where(rank));
  if (failed())
    failure_ = std::move(sentence);  // its parent knows better how than its connection did
  else
    fail(std::move(sentence), now);
  dead_.reset();
}

void Job::fail(std::string sentence, Instant now) {
  if (failed()) return;
  failure_ = std::move(sentence);
  failed_at_ = now;
  const auto frame = std::make_shared<const std::string>(encode_sentence(Kind::abort, failure_));
  for (Seat& seat : seats_) {
    if (seat.state != State::here) continue;
    seat.line->send(frame);
    seat.line->finish();
  }
  steps_.clear();
  kept_ = 0;
}

void Job::tick(Instant now) {
  check_joined(now);
  check_silence(now);
  check_step(now);
  for (Seat& seat : seats_) {
    if (failed() || seat.state != State::here || now - seat.beat < std::min(heartbeat_max, seat.deadline / 4))
      continue;
    const bool news = progressed_ > seat.beat;
    seat.beat = now;
    send(seat, framed(news ? Kind::progress : Kind::heartbeat, {}));
  }
}

void Job::check_joined(Instant now) {
  if (failed() || awaited_ == 0 || now - began_ < rules_.join_within) return;
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < rules_.size; ++rank)
    if (seats_[rank].state == State::awaited) ranks.push_back(rank);
  fail(fmt::format("rendezvous: expected {} PEs within {} ms, missing: {}; have they been started, and do they"
                   " reach this address?",
                   rules_.size, rules_.join_within.count(), pes(ranks)),
       now);
}

void Job::check_silence(Instant now) {
  for (std::uint32_t rank = 0; rank < rules_.size && !failed(); ++rank) {
    Seat& seat = seats_[rank];
    if (seat.state != State::here || now - seat.heard < seat.deadline) continue;
    // It may only be stopped: it is told like everybody, and its line stays until it goes or the grace ends.
    fail(fmt::format("PE {} died: silent for {} ms; {}", rank, seat.deadline.count(), where(rank)), now);
    dead_ = rank;
  }
}

void Job::check_step(Instant now) {
  if (failed() || steps_.empty()) return;
  const Step& step = steps_.front();
  std::vector<std::uint32_t> missing, left;
  for (std::uint32_t rank = 0; rank < rules_.size; ++rank) {
    if (step.parts[rank]) continue;
    missing.push_back(rank);
    if (seats_[rank].state == State::left) left.push_back(rank);
  }
  const std::string name = one_line(step.name, step_max);
  if (!left.empty())
    fail(fmt::format("step \"{}\": expected all PEs, but {} left before it; all PEs go through the same steps",
                     name, pes(left)),
         now);
  else if (now - std::max(step.since, progressed_) >= step.within)
    fail(fmt::format("step \"{}\": expected all PEs within {} ms, missing: {}; {}", name, step.within.count(),
                     pes(missing), wheres(missing)),
         now);
}

std::string Job::where(std::uint32_t rank) const {
  const Seat& seat = seats_[rank];
  std::string text = "it stood at: " + (seat.stand.empty() ? "(it had not said)" : seat.stand);
  if (seat.state == State::awaited) text = "it had not joined";
  if (seat.gathers > 0)
    text += fmt::format("; {} step \"{}\"", seat.gathers > steps_done_ ? "waiting in" : "its last was",
                        one_line(seat.step, step_max));
  return text;
}

std::string Job::wheres(const std::vector<std::uint32_t>& ranks) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(ranks.size(), deaths_shown); ++i)
    text += fmt::format("{}PE {}: {}", i == 0 ? "" : "; ", ranks[i], where(ranks[i]));
  return text;
}

bool Job::over(Instant now) const {
  if (failed()) return here_ == 0 || now - failed_at_ >= grace;
  return left_ == rules_.size;
}

Outcome Job::outcome() const {
  Outcome outcome;
  for (const Seat& seat : seats_) outcome.reports.push_back(seat.report);
  outcome.failure = failure_;
  return outcome;
}

}  // namespace gin::bootstrap
