#include "nic/connection_cache.hpp"

namespace gin::emulated {

Instant ConnectionCache::look_up_held(std::uint64_t connection, Instant now) {
  if (const Instant* const there = held_.find(connection)) return *there;
  ++misses_;
  // With `fetches` under way at a time, one begins after each of their shares of the latency.
  const Duration share{numbers_.miss.ps / numbers_.fetches};
  const Instant there = fetches_.reserve(now, share).begin + numbers_.miss;
  held_.insert(connection, there);
  return there;
}

}  // namespace gin::emulated
