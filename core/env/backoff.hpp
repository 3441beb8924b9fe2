// How a thread waits that looks again and again: it spins for a while, lets others have its core where they may need
// it, and then sleeps for a moment; where it has a core of its own, only until its process rings the bell.
#pragma once

#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/env/bell.hpp"

namespace gin {

class Backoff {
 public:
  struct Rules {
    std::uint32_t at_once = 16;   ///< looks as fast as they go
    std::uint32_t relaxed = 0;    ///< after those, more slowly
    std::uint32_t yields = 256;   ///< after those
    bool hears_the_bell = false;  ///< it wakes all who sleep, and most of them in vain

    std::uint32_t spins() const { return at_once + relaxed; }

    /// Threads that may share their core with whoever they wait for have to let go of it soon. Those that sleep make
    /// room: were they woken for all that moves, a round trip of four agents on two cores would take twice as long.
    static constexpr Rules on_shared_cores() { return {}; }
    /// A core for every busy thread: who lets go of its own only comes back late. Half a millisecond and more, which
    /// is longer than a message of a megabyte takes; small ones are there before the first relaxed look, which takes as
    /// long as a third of a word's way from core to core.
    static constexpr Rules on_own_cores() { return {1 << 10, 1 << 14, 0, true}; }
    /// Looks of a worker take longer, and one follows each of its helpers' steps: as long as an answer from the other
    /// core takes. Later the other PE may need this one.
    static constexpr Rules of_a_worker() { return {2000, 0, 18000, false}; }
  };

  Backoff(Bell& bell, const Rules& rules) : bell_(bell), rules_(rules) {}
  ~Backoff() { reset(); }
  Backoff(const Backoff&) = delete;
  Backoff& operator=(const Backoff&) = delete;

  /// After a look in vain.
  void pause() {
    if (++rounds_ <= rules_.at_once) return;
    if (rounds_ <= rules_.spins())
      relax();
    else
      let_go();
  }
  /// What was waited for has come.
  void reset() {
    if (is_announced_) withdraw();
    rounds_ = 0;
  }

 private:
  void let_go();
  void withdraw();

  Bell& bell_;
  Rules rules_;
  std::uint32_t rounds_ = 0;
  std::uint64_t seen_ = 0;
  bool is_announced_ = false;
};

}  // namespace gin
