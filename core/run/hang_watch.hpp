// When a run in wall-clock time has to be called a hang: not when it takes long, but when nothing has moved for
// long.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/env/wall_env.hpp"

namespace gin {

/// Reads alone may be polls, and a program that polls for ever is a hang too: so long as nothing but gets, atomics
/// and loops of lanes go on, it is given ten times the patience, and for no longer are others told that something
/// moves.
class HangWatch {
 public:
  using Time = WallEnv::Clock::time_point;

  struct Seen {
    std::uint64_t lines = 0;   ///< of iterations, that were passed
    std::uint64_t others = 0;  ///< signs of progress of PEs elsewhere
    std::int64_t writes = 0;   ///< operations that change something
    std::int64_t reads = 0;    ///< those that may be polls
    auto operator<=>(const Seen&) const = default;
  };
  static Seen seen(const WallWorld::Totals& totals);

  HangWatch(std::chrono::seconds patience, Time now)
      : patience_(patience), moved_(now), wrote_(now), wrote_here_(now) {}

  /// Returns whether others are to be told that something of this process has moved since the last look.
  bool look(const Seen& now, Time when) {
    const bool wrote = now.lines != seen_.lines || now.writes != seen_.writes;
    const bool any = wrote || now.reads != seen_.reads;
    const bool heard = now.others != seen_.others;
    if (wrote) wrote_here_ = when;
    if (wrote || heard) wrote_ = when;
    if (any || heard) moved_ = when;
    seen_ = now;
    return any && when - wrote_here_ <= 10 * patience_;
  }
  bool is_hung(Time when) const { return when - moved_ > patience_ || when - wrote_ > 10 * patience_; }
  /// Why it is.
  std::string sentence(Time when) const;

 private:
  std::chrono::seconds patience_;
  Time moved_;
  Time wrote_;  ///< here, or a sign came from elsewhere
  Time wrote_here_;
  Seen seen_;
};

}  // namespace gin
