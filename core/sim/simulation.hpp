// The virtual clock and everything pending on it. Knows nothing of networks.
#pragma once

#include <algorithm>
#include <vector>

#include "core/sim/event_heap.hpp"

namespace gin::sim {

class Simulation {
 public:
  ActorId add_actor() {
    sequences_.push_back(0);
    return {static_cast<std::uint32_t>(sequences_.size() - 1)};
  }

  Instant now() const { return current_.when; }
  /// Who caused the event that is running.
  ActorId cause() const { return current_.cause; }
  /// The last in order of all actors whose events have run at this moment: what an actor behind it would have
  /// done now is still to come, what one before it would have done is past.
  ActorId latest_cause() const { return latest_cause_; }
  bool idle() const { return heap_.empty(); }
  std::uint64_t events_run() const { return events_run_; }
  std::size_t pending() const { return heap_.size(); }

  void schedule(ActorId cause, Instant when, Action action) { heap_.push({next_key(cause, when), action}); }
  void schedule(Lane& lane, Instant when, Action action) {
    heap_.push(lane, {next_key(lane.cause(), when), action});
  }

  /// Moves the clock to `when` without an event if nothing else could run before an event of `cause` at
  /// that time; then that event would have been the next one, and the caller simply goes on.
  bool try_advance(ActorId cause, Instant when) {
    if (!heap_.empty() && heap_.top() < EventKey{when, cause, sequences_[cause.value]}) return false;
    enter(next_key(cause, when));
    return true;
  }

  /// Runs the next event. Requires !idle().
  void step() {
    const Event event = heap_.pop();
    heap_.prefetch_next();
    GIN_ASSERT(event.key.when >= current_.when);
    enter(event.key);
    ++events_run_;
    event.action.run(event.action.object, event.action.argument);
  }

 private:
  void enter(const EventKey& key) {
    latest_cause_ = key.when > current_.when ? key.cause : std::max(latest_cause_, key.cause);
    current_ = key;
  }

  EventKey next_key(ActorId cause, Instant when) {
    GIN_ASSERT(when >= current_.when);
    return {when, cause, sequences_[cause.value]++};
  }

  EventHeap heap_;
  EventKey current_;
  ActorId latest_cause_;
  std::vector<std::uint64_t> sequences_;
  std::uint64_t events_run_ = 0;
};

}  // namespace gin::sim
