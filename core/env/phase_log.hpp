// What an agent was doing and when, coarse enough for a picture: its waits by the call that waits, and what lies
// between.
#pragma once

#include <string>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

class PhaseLog {
 public:
  enum class Kind : std::uint8_t { issue, compute, move, fence, wait, through };
  struct Phase {
    Kind kind = Kind::issue;
    const char* call = "";  ///< of a wait
    Instant begin;
    bool same(const Phase& other) const { return kind == other.kind && call == other.call; }
    std::string name() const {
      constexpr const char* names[] = {"issue", "compute", "move", "fence", "wait: ", "through"};
      return std::string(names[static_cast<std::size_t>(kind)]) + call;
    }
  };

  /// Forgets what was; the agent issues from `now` on.
  void start(Instant now) { phases_.assign(1, {.begin = now}); }

  /// From `now` on the agent does this.
  void enter(Kind kind, const char* call, Instant now) {
    if (phases_.empty()) return;  // not started
    const Phase next{kind, call, now};
    if (phases_.back().begin == now) phases_.pop_back();
    if (!phases_.empty() && phases_.back().same(next)) return;
    phases_.push_back(next);
    if (phases_.size() == kept_max) halve(now);
  }

  /// At most `count`, the last of which lasts until `end`. Where there were more, neighbours are one by the name of
  /// the longer.
  const std::vector<Phase>& at_most(std::size_t count, Instant end) {
    while (phases_.size() > count) halve(end);
    return phases_;
  }

 private:
  static constexpr std::size_t kept_max = 1 << 14;

  void halve(Instant end) {
    const auto begin = [&](std::size_t i) { return i < phases_.size() ? phases_[i].begin : end; };
    std::vector<Phase> half;
    for (std::size_t i = 0; i < phases_.size(); i += 2) {
      const bool first_is_longer = begin(i + 1) - begin(i) >= begin(i + 2) - begin(i + 1);
      Phase both = phases_[first_is_longer || i + 1 == phases_.size() ? i : i + 1];
      both.begin = phases_[i].begin;
      if (half.empty() || !half.back().same(both)) half.push_back(both);
    }
    phases_ = std::move(half);
  }

  std::vector<Phase> phases_;
};

}  // namespace gin
