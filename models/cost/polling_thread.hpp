// A CPU thread that polls, to which nothing comes but what one operation sends: at which look it finds that, and
// what the operation waits for until then. The proxy of core/proxy does the same, look by look.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/cost/proxy.hpp"

namespace gin::models::cost {

/// A moment between two looks is as good as any other: at best what comes is found at once, at worst it has just
/// missed its look. In turn: the thread has looked around since the time at which all chains begin.
enum class Looks { best, worst, in_turn };

class PollingThread {
 public:
  /// `rings`: how many the thread serves; one that only listens has none.
  PollingThread(const ProxyPathCosts& proxy, std::int64_t rings, Looks looks);

  /// Finds a command in its ring `place`, which was there at the end of `came`.
  void find_command(std::int64_t place, const Itemised& came) { find(place, came); }
  /// Finds a completion or an arrival.
  void find_arrival(const Itemised& came) { find(rings_, came); }

  /// Does something about what it has found.
  PollingThread& work(const char* name, Duration time) { return chain_.add(name, time), *this; }
  PollingThread& work(const Itemised& all) { return chain_.add(all), *this; }

  /// What led to the end of its latest work. A thread that was asleep goes on from what woke it, one that was still
  /// looking from its own work.
  const Itemised& chain() const { return chain_; }
  Duration now() const { return chain_.total(); }

 private:
  void find(std::int64_t station, const Itemised& came);
  Duration next_look(std::int64_t station, Duration when) const;

  Duration poll_ring_, poll_completions_, round_;
  std::int64_t rings_;
  Looks looks_;
  std::int64_t station_ = 0;  ///< where it looks next: ring 0 .. rings - 1, then its completions
  Itemised chain_;
};

}  // namespace gin::models::cost
