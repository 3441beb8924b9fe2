// The contexts of connections that a NIC holds. A message of another connection waits until its context has been
// fetched from host memory; the one that was used least recently makes room.
#pragma once

#include <cstdint>

#include "core/sim/server.hpp"
#include "nic/recently_used.hpp"

namespace gin::emulated {

class ConnectionCache {
 public:
  struct Numbers {
    std::int64_t entries = 0;  ///< 0: holds all there are
    Duration miss;
    std::int64_t fetches = 1;  ///< under way at a time
  };
  explicit ConnectionCache(const Numbers& numbers)
      : numbers_(numbers), held_(static_cast<std::uint32_t>(numbers.entries)) {}

  /// When the NIC had or will have the context that it asks for `now`. A fetch under way is one for all who ask.
  Instant look_up(std::uint64_t connection, Instant now) {
    if (numbers_.entries == 0) return Instant{-1};
    if (const Instant* const there = held_.find(connection)) return *there;
    ++misses_;
    // With `fetches` under way at a time, one begins after each of their shares of the latency.
    const Duration share{numbers_.miss.ps / numbers_.fetches};
    const Instant there = fetches_.reserve(now, share).begin + numbers_.miss;
    held_.insert(connection, there);
    return there;
  }
  std::int64_t misses() const { return misses_; }

 private:
  Numbers numbers_;
  RecentlyUsed held_;
  sim::Server fetches_;  // begins of fetches
  std::int64_t misses_ = 0;
};

}  // namespace gin::emulated
