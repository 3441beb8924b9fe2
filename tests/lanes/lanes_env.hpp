// The environment of a lane that is a fiber of its own, as the threads of a kernel are: what is the same for all lanes of
// an agent only by luck shows here, and on no host that plays them in turn.
//
// Between two meetings the lanes run in an order drawn from a seed, and another one goes on at every call of the seam.
#pragma once

#include <vector>

#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"
#include "tests/lanes/crew.hpp"

namespace gin::lanes {

/// Lets others go on, and counts how often.
class Ticker {
 public:
  virtual ~Ticker() = default;
  /// Called by a fiber, which goes on later. `in_vain`: it found nothing to do.
  virtual void yield(bool in_vain) = 0;
  virtual std::uint64_t ticks() const = 0;
  std::int64_t counters[counts_in_all] = {};
};

/// Some lanes of an agent, as one of them.
class LaneGroup {
 public:
  LaneGroup(Crew& crew, std::uint32_t me, Members members) : crew_(&crew), me_(me), members_(std::move(members)) {}

  std::uint32_t lane() const;
  std::uint32_t lanes() const { return static_cast<std::uint32_t>(members_.size()); }
  void sync() { crew_->meet(me_, members_, Call::sync, 0); }
  std::uint64_t broadcast(std::uint64_t value) {
    return crew_->meet(me_, members_, Call::broadcast, value).front();
  }
  Scan scan(std::uint64_t value);
  LaneGroup match(std::uint32_t key) const;

 private:
  Crew* crew_;
  std::uint32_t me_;
  Members members_;
};

class LanesEnv : public LaneGroup {
 public:
  struct Gate {};
  using Limit = std::uint64_t;  ///< ticks; one counts as a nanosecond
  using Paths = PathTable;
  using Queues = QueueTable<LanesEnv>;

  /// What all lanes of an agent share.
  struct Place {
    Crew& crew;
    Ticker& ticker;
    const std::vector<unsigned char*>& heaps;
    Pe me;
    std::vector<unsigned char>& scratch;
  };

  LanesEnv(const Place& place, std::uint32_t lane)
      : LaneGroup(place.crew, lane, place.crew.everybody()), place_(place) {}

  void copy(const Copy& copy);
  void store(const StoreValue& store) {
    go_on();
    store_value(place_.heaps[store.peer.value] + store.remote, store.value, store.bytes);
  }
  std::uint64_t atomic(const AtomicMove& atomic) {
    go_on();
    return apply_atomic(place_.heaps[atomic.peer.value] + atomic.remote, atomic.amo, atomic.value, atomic.compare);
  }
  void drain() { sync(); }  // of all lanes: the first one tells of what others stored
  void post(Ring<LanesEnv>& ring, std::uint32_t position, const Command& command) {
    go_on();
    ring.publish(position, command);
  }
  void post(SendQueue<LanesEnv>& queue, std::uint64_t index) {
    go_on();
    queue.announce(index);
  }
  std::uint64_t observe(Gate&) { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting&, Limit limit) {
    place_.ticker.yield(true);
    return place_.ticker.ticks() < limit;
  }
  void notify(Gate&) {}
  Limit limit(Deadline deadline) const {
    if (deadline.within == Deadline::never().within) return ~Limit{0};
    return place_.ticker.ticks() + static_cast<Limit>(deadline.within.ps / 1000);
  }
  void* scratch(std::uint64_t bytes);
  void count(Count count, std::uint64_t n) {
    place_.ticker.counters[static_cast<std::uint32_t>(count)] += static_cast<std::int64_t>(n);
  }

 private:
  void go_on() { place_.ticker.yield(false); }

  Place place_;
  std::uint64_t scratch_used_ = 0;
};

static_assert(Environment<LanesEnv> && !Clock<LanesEnv> && !PlaysLanes<LanesEnv>);

}  // namespace gin::lanes

namespace gin {
/// As on a GPU, and they see different things.
template <>
inline constexpr std::uint32_t lanes_that_look<lanes::LanesEnv> = 32;
}  // namespace gin
