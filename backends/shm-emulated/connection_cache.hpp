// The contexts of connections that a NIC holds. A message of another connection waits until its context has been
// fetched from host memory; the one that was used least recently makes room.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/sim/server.hpp"

namespace gin::emulated {

class ConnectionCache {
 public:
  struct Numbers {
    std::int64_t entries = 0;  ///< 0: holds all there are
    Duration miss;
    std::int64_t fetches = 1;  ///< under way at a time
  };
  explicit ConnectionCache(const Numbers& numbers) : numbers_(numbers) {}

  /// When the NIC had or will have the context that it asks for `now`. A fetch under way is one for all who ask.
  Instant look_up(std::uint64_t connection, Instant now) {
    return numbers_.entries == 0 ? Instant{-1} : look_up_held(connection, now);
  }
  std::int64_t misses() const { return misses_; }

 private:
  /// A ring of entries by use, the newest behind the sentinel 0 and the oldest before it.
  struct Entry {
    std::uint64_t connection = 0;
    Instant there;
    std::uint32_t newer = 0;
    std::uint32_t older = 0;
  };
  Instant look_up_held(std::uint64_t connection, Instant now);
  std::uint32_t place_for(std::uint64_t connection);
  void unlink(std::uint32_t place);
  void use(std::uint32_t place);

  Numbers numbers_;
  std::vector<Entry> entries_;
  std::map<std::uint64_t, std::uint32_t> places_;  // by connection
  sim::Server fetches_;                            // begins of fetches
  std::int64_t misses_ = 0;
};

}  // namespace gin::emulated
