// Lanes whose work one actor is charged for in turn, but that do it side by side: a warp that posts to as many peers as it
// has lanes takes as long as the one that takes longest.
#pragma once

#include <cstdint>

#include "core/base/units.hpp"

namespace gin {

enum class LaneTurn : std::uint8_t {
  first,  ///< the charges that follow are those of a lane
  next,   ///< of another one, beside those before
  over,   ///< of all lanes again
};

class LanesBeside {
 public:
  void turn(LaneTurn turn) {
    longest_ = turn == LaneTurn::first ? Duration{} : passed();
    own_ = {};
    are_charged_ = turn != LaneTurn::over;
  }
  bool are_charged() const { return are_charged_; }
  /// Of what a lane is charged, as much as it takes longer than those before.
  Duration longer(Duration time) {
    const Duration before = passed();
    own_ = own_ + time;
    return passed() - before;
  }

 private:
  Duration passed() const { return own_ > longest_ ? own_ : longest_; }

  Duration longest_;  ///< of the lanes before
  Duration own_;      ///< of this one
  bool are_charged_ = false;
};

}  // namespace gin
