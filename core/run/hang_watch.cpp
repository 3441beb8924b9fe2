#include "core/run/hang_watch.hpp"

#include <fmt/format.h>

namespace gin {

HangWatch::Seen HangWatch::seen(const WallWorld::Totals& totals) {
  Seen seen;
  for (const Count count :
       {Count::puts, Count::values, Count::signals, Count::sends, Count::receives, Count::arrivals})
    seen.writes += totals[count];
  seen.reads = totals[Count::gets] + totals[Count::atomics] + totals[Count::lane_loops];
  return seen;
}

std::string HangWatch::sentence(Time when) const {
  if (when - moved_ > patience_)
    return fmt::format("hang: nothing has moved for {} s (launch.hang_after_s)", patience_.count());
  return fmt::format(
      "hang: nothing has moved for {} s but gets, atomics and loops of lanes, which may be polling (ten times "
      "launch.hang_after_s)",
      10 * patience_.count());
}

}  // namespace gin
