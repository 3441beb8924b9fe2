// The loop of a CPU thread that polls: one look at a time, at each station of its grid in turn. When a whole round
// found nothing, the environment may sleep until the thread's gate moves.
#pragma once

#include <cstdint>

#include "core/device/poll_grid.hpp"

namespace gin {

template <class Env>
class PollLoop {
 public:
  using Gate = typename Env::Gate;

  /// `gate` moves whenever something arrives at one of the stations.
  PollLoop(Env& env, Gate& gate, const PollGrid& grid) : env_(env), gate_(gate), grid_(grid) {
    seen_ = env_.observe(gate_);
  }

  /// One look; `serve(station)` says whether it found anything, and so does this. Call it for ever.
  template <class Serve>
  bool step(Serve serve) {
    if (vain_looks_ >= grid_.stations() && env_.observe(gate_) != seen_) start_round();
    const bool idle = vain_looks_ >= grid_.stations();
    const std::uint64_t passed = env_.poll(grid_, idle, gate_, seen_);
    const std::uint32_t station = passed == 1 ? grid_.station : station_after(passed);
    grid_.station = station + 1 == grid_.stations() ? 0 : station + 1;
    const bool found = serve(station);
    if (found)
      start_round();
    else
      ++vain_looks_;
    return found;
  }
  std::uint32_t stations() const { return grid_.stations(); }

 private:
  /// Observing before the first look of a round: what arrives during the round moves the gate past `seen_`.
  void start_round() {
    vain_looks_ = 0;
    seen_ = env_.observe(gate_);
  }

  /// A look takes as long as a division, and most are the next one.
  std::uint32_t station_after(std::uint64_t passed) const {
    return static_cast<std::uint32_t>((grid_.station + passed - 1) % grid_.stations());
  }

  Env& env_;
  Gate& gate_;
  PollGrid grid_;
  std::uint64_t seen_ = 0;
  std::uint32_t vain_looks_ = 0;
};

}  // namespace gin
