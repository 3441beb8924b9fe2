// The loop of a library's copy by loads and stores: a warp loads a piece, stores it as soon as it is there and goes
// on; nobody waits for stores. All warps of an agent load and store through the pipe of its SM, one behind the
// other, and while some wait for their loads others store.
#pragma once

#include <algorithm>

#include "core/base/closed_queue.hpp"

namespace gin {

struct CopyLoop {
  Bytes window;          ///< what all warps have asked for at a time
  Bandwidth load = {};   ///< of the pipe; 0: no limit
  Bandwidth store = {};  ///< of the pipe; 0: no limit
  std::int64_t warps = 1;

  /// Of a window, what one warp asks for.
  constexpr Bytes run() const { return {window.count / warps}; }
  /// What the pipe takes for it.
  constexpr Duration piece() const { return {through(window).ps / warps}; }

  /// What a copy takes beyond its loads: the way of its last window through the pipe, and for each before it what a
  /// warp waits for its turn there, and its turn. `wait`: ClosedQueue{piece(), latency}.wait(warps - 1).
  constexpr Duration stores(Bytes bytes, Duration wait) const {
    const auto later = static_cast<__int128>(std::max<std::int64_t>(0, bytes.count - window.count));
    const Duration turn = wait + piece();
    return through(std::min(bytes, window)) + Duration{saturated::from(later * turn.ps / window.count)};
  }

 private:
  constexpr Duration through(Bytes bytes) const { return taken(load, bytes) + taken(store, bytes); }
  static constexpr Duration taken(Bandwidth rate, Bytes bytes) {
    return rate.bytes_per_second == 0 ? Duration{} : RateClock{rate}.take(bytes);
  }
};

}  // namespace gin
