// Wall-clock time for one actor on a thread of its own: charging costs nothing, moves are plain memory accesses,
// idling pauses, then yields, then sleeps.
#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"
#include "core/device/poll_grid.hpp"

namespace gin {

/// What all actors of a wall-clock run in this process share.
struct WallWorld {
  std::vector<unsigned char*> heaps;
  std::atomic<bool> stop{false};  ///< somebody failed, or all agents are done: everybody leaves
  std::atomic<std::int64_t> counters[counts] = {};
  std::atomic<std::int64_t> operations[path_count] = {};
  std::atomic<std::int64_t> bytes[path_count] = {};
};

/// Thrown out of a wait when the run is over for another reason.
struct Stopped {};

class WallEnv {
 public:
  /// Waiters poll, so a gate has nothing to hold.
  struct Gate {};
  using Clock = std::chrono::steady_clock;
  using Limit = Clock::time_point;

  struct Identity {
    Pe pe;
    std::uint32_t number = 0;
    const Path* paths = nullptr;
    /// This PE's queues: by peer and queue of the peer.
    SendQueue<WallEnv>* queues = nullptr;
    std::uint32_t queues_per_peer = 1;
  };

  WallEnv(WallWorld& world, const Identity& who) : world_(world), who_(who) {}

  void charge(Cost, std::uint32_t) {}
  void owe(Cost, std::uint32_t) {}
  bool owes() const { return false; }
  void settle() {}
  void move(const Copy& copy) {
    unsigned char* mine = world_.heaps[who_.pe.value] + copy.local;
    unsigned char* theirs = world_.heaps[copy.peer.value] + copy.remote;
    if (copy.kind == Copy::Kind::store)
      std::memmove(theirs, mine, copy.bytes);
    else
      std::memmove(mine, theirs, copy.bytes);
  }
  void move(const StoreValue& store) {
    gin::store_value(world_.heaps[store.peer.value] + store.remote, store.value, store.bytes);
  }
  std::uint64_t move(const AtomicMove& atomic) {
    return gin::apply_atomic(world_.heaps[atomic.peer.value] + atomic.remote, atomic.amo, atomic.value,
                             atomic.compare);
  }
  void touch(const Access&, std::uint64_t) {}
  bool stored(const Access&) const { return true; }
  void drain() {}  // every word that announces data is written with release
  void post(Ring<WallEnv>& ring, std::uint32_t position, const Command& command) {
    for (std::uint32_t i = 0; i < command.count; ++i) {
      Slot slot = command.slots[i];
      slot.high |= commit_bit(position + i, ring.capacity);
      gin::publish(ring.slot(position + i), slot);
    }
  }
  void post(SendQueue<WallEnv>&, std::uint64_t) {}  // the consumer looks at queue.posted
  std::uint64_t observe(Gate&) const { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting& why, Limit limit);
  void notify(Gate&) {}
  Limit limit(Deadline deadline) const {
    return Clock::now() + std::chrono::nanoseconds(deadline.within.ps / 1000);
  }
  Limit forever() const { return Limit::max(); }
  Path path(Pe peer) const { return who_.paths[peer.value]; }
  SendQueue<WallEnv>& queue(Pe peer, std::uint32_t index) {
    return who_.queues[peer.value * who_.queues_per_peer + index];
  }
  Gate& word_gate(std::uint64_t, std::uint64_t) { return word_gate_; }
  void room(SendQueue<WallEnv>&, std::uint64_t) {}  // queues have their full depth
  void check(Pe peer, Place place, std::uint64_t bytes, const char* call) const;
  void check(const Operation& operation, const PostRules& rules, std::uint32_t depth) const;
  void* scratch(std::uint64_t bytes);
  std::uint64_t& shared_word() { return shared_word_; }
  void count(Count count, std::uint32_t n) {
    world_.counters[static_cast<std::uint32_t>(count)].fetch_add(n, std::memory_order_relaxed);
  }
  void traffic(Path path, std::uint64_t bytes);
  void polled_in_vain(const Waiting& why);
  bool leader() const { return true; }
  void sync() { tries_ = 0; }
  template <class F>
  void lanes(std::uint64_t n, F f) {
    for (std::uint64_t lane = 0; lane < n; ++lane) f(lane);
  }

  void publish(std::uint32_t& word, std::uint32_t value, Gate&) { store_release(word, value); }
  /// A look is free; one that follows a vain round makes room for others.
  std::uint64_t poll(const PollGrid&, bool idle, Gate&, std::uint64_t) {
    if (idle)
      pause();
    else
      tries_ = 0;
    return 1;
  }

  const Identity& who() const { return who_; }
  const Waiting& waiting() const { return why_; }
  void release_scratch() { scratch_used_ = 0; }

 private:
  void pause();

  WallWorld& world_;
  Identity who_;
  Gate word_gate_;
  Waiting why_;
  std::uint32_t tries_ = 0;
  std::uint64_t shared_word_ = 0;
  std::vector<unsigned char> scratch_;
  std::uint64_t scratch_used_ = 0;
};

}  // namespace gin
