// The job as its rendezvous knows it: who has joined, who waits in which step, where everybody stands, what went
// wrong. No sockets, threads or clock: whoever calls tells the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bootstrap/line.hpp"
#include "core/bootstrap/messages.hpp"
#include "core/bootstrap/outcome.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {

using Instant = std::chrono::steady_clock::time_point;

struct JoinRules {
  std::uint32_t size = 1;  ///< PEs of the job
  std::string secret;      ///< fresh_secret() makes one
  std::string version;     ///< of ginlab; PEs of another one are refused
  std::chrono::milliseconds join_within{30'000};
  std::size_t frame_max = frame_max_default;  ///< bytes of a message, of all parts of a step together too
};

class Job {
 public:
  Job(JoinRules rules, Instant now);

  const JoinRules& rules() const { return rules_; }
  /// Why this one may not join, as a sentence; empty if it may. It has shown that it knows the secret.
  std::string refusal_of(const Hello& hello) const;
  void join(const Hello& hello, Line& line, Instant now);

  // Everything below is for ranks that have joined and are not lost.
  void heard(std::uint32_t rank, Instant now) { seats_[rank].heard = now; }
  void stand(std::uint32_t rank, std::string_view where) { seats_[rank].stand = one_line(where, stand_max); }
  /// Operations of this PE go on, so nobody who waits for it waits in vain yet.
  void progress(Instant now) { progressed_ = now; }
  void gather(std::uint32_t rank, Gather&& part, Instant now);
  void leave(std::uint32_t rank, std::string report, Instant now);
  /// `what` it did: "gave up: no such file".
  void fail_of(std::uint32_t rank, const std::string& what, Instant now);
  /// The connection is gone or not usable any more; its line is not touched again. `how`: "connection closed".
  void lost(std::uint32_t rank, const std::string& how, Instant now);

  // What is known from outside.
  void died(std::uint32_t rank, const std::string& how, Instant now);
  void fail(std::string sentence, Instant now);
  void tick(Instant now);

  bool failed() const { return !failure_.empty(); }
  /// Everybody has left in order, or everybody else has been told of the failure and has gone.
  bool over(Instant now) const;
  Outcome outcome() const;
  /// Bytes kept for steps that are not complete.
  std::size_t kept() const { return kept_; }

 private:
  enum class State { awaited, here, left, lost };
  struct Seat {
    State state = State::awaited;
    Line* line = nullptr;
    std::string stand;
    std::string report;
    std::uint64_t gathers = 0;  // how many it has begun
    std::string step;           // the latest of them
    std::chrono::milliseconds deadline{0};
    Instant heard;
    Instant beat;  // when we last sent a heartbeat
  };
  struct Step {
    std::string name;
    std::uint32_t first = 0;              // who named it
    Instant since;                        // when the first came
    std::chrono::milliseconds within{0};  // from then or from the latest progress on, for those that have not come
    std::vector<std::optional<std::string>> parts;
    std::uint32_t missing = 0;
    std::size_t bytes = 0;
  };

  void send(Seat& seat, const std::string& frame) { seat.line->send(std::make_shared<const std::string>(frame)); }
  void finish_step();
  void check_joined(Instant now);
  void check_silence(Instant now);
  void check_step(Instant now);
  std::string where(std::uint32_t rank) const;
  std::string wheres(const std::vector<std::uint32_t>& ranks) const;

  JoinRules rules_;
  Instant began_;
  std::uint32_t awaited_;  // seats nobody has taken yet
  Instant progressed_;     // of any PE
  std::uint32_t here_ = 0;
  std::uint32_t left_ = 0;
  std::vector<Seat> seats_;
  std::deque<Step> steps_;  // complete ones are gone
  std::uint64_t steps_done_ = 0;
  std::size_t kept_ = 0;
  std::string failure_;
  Instant failed_at_;
  std::optional<std::uint32_t> dead_;  // whose broken connection is the failure, while nobody knows a better cause
};

}  // namespace gin::bootstrap
