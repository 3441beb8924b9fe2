// What may come late, and how late, in a run that looks for mistakes: per seed, any order and delay that the rules of a
// machine leave open. It knows no rules: whoever asks for a delay adds it only where time is all that decides.
//
// Each draw is a function of the seed, of who acts and of that actor's own count, never of a shared stream of chance:
// without one of the agents the others draw as before.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/random.hpp"
#include "core/base/units.hpp"

namespace gin {

/// Whose rules decide what may overtake what.
enum class Reach : std::uint8_t {
  none,      ///< nobody is late
  machine,   ///< those of fabric, stack, path and memory of this profile
  contract,  ///< those of the device API alone, whatever this machine keeps besides
};

class Adversary {
 public:
  /// What comes late. Each kind of each actor has a count of its own.
  enum class Moment : std::uint8_t {
    step,          ///< an agent or a CPU thread goes on: it was descheduled
    posted,        ///< a posted write across PCIe: command, doorbell, note, position
    store,         ///< a store or atomic by pointer arrives
    fetch,         ///< a NIC has read work requests
    payload,       ///< it has read what a message carries
    flight,        ///< a message has crossed the wire
    arrival,       ///< what it brings is visible, or what it asks for is read
    rest,          ///< the other part of a put is there, too
    answer,        ///< an answer has crossed the wire
    acknowledged,  ///< the source's NIC knows; completions in order behind it come in one burst
  };
  static constexpr std::uint32_t moment_count = 10;
  struct Draw {
    Moment moment;
    std::uint64_t who = 0;
    std::uint64_t count = 0;
  };
  struct Setup {
    Reach reach = Reach::none;
    std::uint64_t seed = 1;
    std::uint64_t one_in = 1;  ///< of so many moments one may be late, the others never: shortens a failure
  };

  explicit Adversary(const Setup& setup);

  bool is_on() const { return setup_.reach != Reach::none; }
  bool is_contract() const { return setup_.reach == Reach::contract; }

  /// One or the other of two.
  bool coin(const Draw& draw) const;
  /// Bytes that are late by themselves, or early by themselves.
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  /// Of bytes that lie from `place` on: what is in front of a run of whole words, it, and what is behind; parts of no bytes are none.
  /// Words lie at multiples of their size, and a single one is whole. Runs are few words or many, anywhere: whoever looks at any others
  /// is found out.
  using Parts = std::array<Run, 3>;
  Parts parts_of(const Draw& draw, std::uint64_t place, std::uint64_t bytes) const;
  /// Nothing where it is off.
  Duration late(const Draw& draw) const { return is_on() ? drawn(draw) : Duration{}; }

 private:
  /// How delays are spread, the same for all of a run. What one way seldom shows another shows soon.
  enum class Manner : std::uint8_t {
    even,       ///< every moment is late by up to the span
    long_tail,  ///< most are hardly late, and some hundreds of times more
    one_held,   ///< most are hardly late, and a few come when all else is through
  };
  Run words_of(const Draw& draw, std::uint64_t words) const;
  Duration drawn(const Draw& draw) const;
  template <class Chance>
  Duration spread(Chance& chance) const;
  std::uint64_t state_of(const Draw& draw) const;

  Setup setup_;
  Manner manner_ = Manner::even;
  Duration span_;
  std::uint64_t key_ = 0;  ///< the seed, spread
};

}  // namespace gin
