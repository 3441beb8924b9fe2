// Wall-clock time for one actor: charging costs nothing, moves are plain memory accesses. On a thread of its own,
// idling backs off; as a fiber of a worker, it lets the others go on.
//
// With a PacedActor, what the profile and the stack say is waited for, stretched (backend emulated-wall).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"
#include "core/device/poll_grid.hpp"
#include "core/env/backoff.hpp"
#include "core/env/paced_actor.hpp"
#include "core/env/scratch.hpp"
#include "core/env/wall_formats.hpp"
#include "core/env/worker.hpp"

namespace gin {

/// Hears of actors that wait for long, on their own threads.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// `why` is null where it waits for something outside of the program.
  virtual void waits(std::uint32_t agent, const Waiting* why) = 0;
  /// It was said to wait, and does so no more.
  virtual void goes_on(std::uint32_t agent) = 0;
};

/// What has been counted. `Number` is atomic where one actor counts and others look.
template <class Number>
struct WallCounts {
  Number counters[counts_in_all] = {};

  const Number& operator[](Count count) const { return counters[static_cast<std::uint32_t>(count)]; }
};

/// What all actors of a wall-clock run in this process share.
struct WallWorld {
  using ActorCounts = WallCounts<std::atomic<std::int64_t>>;
  using Totals = WallCounts<std::int64_t>;

  std::vector<unsigned char*> heaps;  ///< by PE; null where this process has no pointer to it
  HeapMap heap;                       ///< what lies where in each
  Watcher* watcher = nullptr;
  Bell bell;                                                   ///< rung when something moves in this process
  Backoff::Rules waiting = Backoff::Rules::on_shared_cores();  ///< of threads; set before there are any
  std::atomic<bool> stop{false};  ///< somebody failed, or all agents are done: everybody leaves

  /// A block for each actor: shared counters would cost a put as much as the put.
  ActorCounts& add_actor();
  /// Of all actors since the start.
  Totals totals() const;

 private:
  mutable std::mutex mutex_;
  std::deque<ActorCounts> actors_;
};

/// Thrown out of a wait when the run is over for another reason.
struct Stopped {};

/// On lines of its own: it counts its looks, and its neighbour's thread would wait for them.
class alignas(128) WallEnv : public OneLane {
 public:
  /// The consumer of a ring whose producers are all in its own thread: they need not wait until it looks.
  class Taker {
   public:
    /// False: it will find the command in the ring.
    virtual bool take(std::uint32_t position, const Command& command) = 0;

   protected:
    ~Taker() = default;
  };
  /// Waiters poll, so a gate has nothing to hold but who takes on the spot what is pushed there.
  struct Gate {
    Taker* taker = nullptr;
  };
  using Clock = std::chrono::steady_clock;
  using Limit = Clock::time_point;
  using Paths = PathTable;
  using Queues = QueueTable<WallEnv>;

  struct Identity {
    Pe pe;
    std::uint32_t number = 0;
    bool rings = false;  ///< a CPU thread that rings for agents
  };

  /// `worker`: whose fiber this actor is; null for a thread of its own. `paced`: null where time costs nothing.
  WallEnv(WallWorld& world, const Identity& who, Worker* worker = nullptr, PacedActor* paced = nullptr)
      : world_(world),
        counts_(world.add_actor()),
        who_(who),
        worker_(worker),
        backoff_(world.bell, world.waiting),
        paced_(paced),
        due_(Clock::now()),
        long_wait_(world.waiting.spins() + 1024),
        next_word_(long_wait_) {}

  void charge(Cost cost, std::uint32_t times) {
    if (paced_) spend(cost, times);
  }
  void settle(Scope = Scope::system) {}  // what was charged has been waited for
  void copy(const Copy& copy) {
    moved_on();
    if (paced_ && !take_time(copy)) return;
    unsigned char* mine = world_.heaps[who_.pe.value] + copy.local;
    unsigned char* theirs = world_.heaps[copy.peer.value] + copy.remote;
    if (copy.kind == Copy::Kind::packets)
      store_packets(theirs, mine, copy.bytes, copy.flag);
    else if (copy.kind == Copy::Kind::store)
      std::memmove(theirs, mine, copy.bytes);
    else
      std::memmove(mine, theirs, copy.bytes);
  }
  void store(const StoreValue& store) {
    moved_on();
    if (paced_ && store.peer != who_.pe) return paced_->store(store);
    gin::store_value(world_.heaps[store.peer.value] + store.remote, store.value, store.bytes);
  }
  std::uint64_t atomic(const AtomicMove& atomic) {
    moved_on();
    if (paced_) return paced_move(atomic);
    return apply(atomic);
  }
  bool touch(const Access& access, std::uint64_t lanes) {
    if (paced_) take_time(access, lanes);
    return paced_ != nullptr;
  }
  void drain() {  // every word that announces data is written with release
    if (paced_) wait_for_stores();
  }
  void post(Ring<WallEnv>& ring, std::uint32_t position, const Command& command) {
    moved_on();
    if (paced_) return paced_->post(ring, position, command);
    if (ring.pushed->taker && ring.pushed->taker->take(position, command)) return;
    ring.publish(position, command);
    world_.bell.ring();
  }
  void post(SendQueue<WallEnv>& queue, std::uint64_t index) {
    moved_on();
    if (paced_) return paced_->post(queue, index);
    if (queue.note && !who_.rings)
      HostQueueFormat::note(queue.memory, index);
    else
      queue.announce(index);
    world_.bell.ring();
  }
  std::uint64_t observe(Gate&) const { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting& why, Limit limit);
  void notify(Gate&) {}
  Limit limit(Deadline deadline) const {
    if (deadline.within == Deadline::never().within) return forever();
    if (paced_) return Clock::now() + paced_->world().stretched(deadline.within);
    return Clock::now() + std::chrono::nanoseconds(deadline.within.ps / 1000);
  }
  void* scratch(std::uint64_t bytes) { return scratch_.take({who_.pe, who_.number}, bytes); }
  void count(Count count, std::uint64_t n) {
    add(counts_.counters[static_cast<std::uint32_t>(count)], static_cast<std::int64_t>(n));
  }
  void sync() { go_on(); }
  std::uint64_t broadcast(std::uint64_t value) {
    go_on();
    return value;
  }

  // For proxies; nobody records on a wall clock.
  std::uint32_t number_at(const Ring<WallEnv>&, std::uint32_t) const { return 0; }
  void took(const Ring<WallEnv>&, const Command&) {}
  void publish(std::uint32_t& word, std::uint32_t value, Gate&) {
    if (paced_) return paced_->publish(word, value);
    gin::store<Order::release>(word, value);
  }
  /// A look costs what it costs. Whoever takes the steps decides when to rest.
  std::uint64_t poll(const PollGrid& grid, bool idle, Gate&, std::uint64_t) {
    charge(grid.cost(grid.station), 1);
    if (idle && paced_) catch_up();
    return 1;
  }

  const Identity& who() const { return who_; }
  /// What it waits for; null while it runs, or has only begun to wait.
  const Waiting* waiting() const { return tries_ >= look_every && *why_.call ? &why_ : nullptr; }
  void release_scratch() { scratch_.release(); }
  /// What comes now is a kernel of its own, and starts with an acquire.
  void start_kernel() {
    if (paced_) paced_->acquire();
  }
  /// One round of waiting for something outside of the program.
  void rest() {
    why_ = {};
    pause();
  }

 private:
  static constexpr std::uint32_t look_every = 32;  // a wait says so often what it sees; most are over before

  static Limit forever() { return Limit::max(); }
  void pause();
  /// What was waited for has come.
  void go_on() {
    if (tries_ == 0) return;
    if (next_word_ > long_wait_) [[unlikely]] {
      next_word_ = long_wait_;
      world_.watcher->goes_on(who_.number);
    }
    if (worker_)
      worker_->goes_on();
    else
      backoff_.reset();
    tries_ = 0;
  }
  /// Only this actor adds, so nothing is lost between the two.
  static void add(std::atomic<std::int64_t>& number, std::int64_t n) {
    number.store(number.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  std::uint64_t apply(const AtomicMove& atomic) {
    return gin::apply_atomic(world_.heaps[atomic.peer.value] + atomic.remote, atomic.amo, atomic.value,
                             atomic.compare);
  }

  // Paced (paced_moves.cpp).
  void spend(Cost cost, std::uint32_t times);
  /// What was waited for came now: that was no time of this actor.
  void catch_up() { due_ = std::max(due_, Clock::now()); }
  void wait_until(Clock::time_point due);
  /// False where the bytes are on their way and will arrive by themselves.
  bool take_time(const Copy& copy);
  void take_time(const Access& access, std::uint64_t lanes);
  std::uint64_t paced_move(const AtomicMove& atomic);
  void wait_for_stores();
  /// A program that only issues, or tries again and again for a lock, must not keep its worker from what it tries
  /// for, and has to leave when everybody does.
  void moved_on() {
    if (++moves_ % 16 != 0) return;
    go_on();
    if (worker_) worker_->yield();
    if (world_.stop.load(std::memory_order_relaxed)) throw Stopped{};
  }

  WallWorld& world_;
  WallWorld::ActorCounts& counts_;
  Identity who_;
  Worker* worker_;
  Backoff backoff_;  ///< on a thread of its own
  PacedActor* paced_;
  Clock::time_point due_;  ///< paced: where this actor is in time; waits that took too long are made up for
  Waiting why_;
  std::uint32_t tries_ = 0;
  std::uint32_t long_wait_;  ///< tries after which the watcher hears of it, and again; a thread spins no more then
  std::uint32_t next_word_;  ///< to the watcher
  std::uint32_t moves_ = 0;
  Scratch scratch_;
};

}  // namespace gin
