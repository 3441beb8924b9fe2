#include "backends/shm-emulated/connection_cache.hpp"

namespace gin::emulated {

Instant ConnectionCache::look_up_held(std::uint64_t connection, Instant now) {
  const auto held = places_.find(connection);
  if (held != places_.end()) {
    unlink(held->second);
    use(held->second);
    return entries_[held->second].there;
  }
  ++misses_;
  const std::uint32_t place = place_for(connection);
  // With `fetches` under way at a time, one begins after each of their shares of the latency.
  const Duration share{numbers_.miss.ps / numbers_.fetches};
  entries_[place].there = fetches_.reserve(now, share).begin + numbers_.miss;
  use(place);
  return entries_[place].there;
}

/// A free place, or that of the connection used least recently.
std::uint32_t ConnectionCache::place_for(std::uint64_t connection) {
  if (entries_.empty()) entries_.emplace_back();
  auto place = static_cast<std::uint32_t>(entries_.size());
  if (static_cast<std::int64_t>(places_.size()) < numbers_.entries) {
    entries_.emplace_back();
  } else {
    place = entries_[0].newer;  // round the ring: the oldest
    unlink(place);
    places_.erase(entries_[place].connection);
  }
  entries_[place].connection = connection;
  places_[connection] = place;
  return place;
}

void ConnectionCache::unlink(std::uint32_t place) {
  const Entry& entry = entries_[place];
  entries_[entry.newer].older = entry.older;
  entries_[entry.older].newer = entry.newer;
}

void ConnectionCache::use(std::uint32_t place) {
  Entry& entry = entries_[place];
  entry.older = entries_[0].older;
  entry.newer = 0;
  entries_[entry.older].newer = place;
  entries_[0].older = place;
}

}  // namespace gin::emulated
