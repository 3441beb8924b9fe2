// The smallest environment there is: agents are threads of one process that reach all memory by load and store, nobody
// keeps time, counts or posts, and whoever waits looks again.
#pragma once

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"

namespace gin::toy {

class ToyEnv : public OneLane {
 public:
  struct Gate {};
  using Limit = std::uint64_t;  ///< looks; one counts as a nanosecond
  using Paths = PathTable;
  using Queues = QueueTable<ToyEnv>;

  ToyEnv(const std::vector<unsigned char*>& heaps, Pe me) : heaps_(heaps), me_(me), scratch_(64 << 10) {}

  void copy(const Copy& copy) {
    unsigned char* mine = heaps_[me_.value] + copy.local;
    unsigned char* theirs = heaps_[copy.peer.value] + copy.remote;
    if (copy.kind == Copy::Kind::packets) return store_packets(theirs, mine, copy.bytes, copy.flag);
    const bool store = copy.kind == Copy::Kind::store;
    std::memmove(store ? theirs : mine, store ? mine : theirs, copy.bytes);
  }
  void store(const StoreValue& store) {
    store_value(heaps_[store.peer.value] + store.remote, store.value, store.bytes);
  }
  std::uint64_t atomic(const AtomicMove& atomic) {
    return apply_atomic(heaps_[atomic.peer.value] + atomic.remote, atomic.amo, atomic.value, atomic.compare);
  }
  void drain() {}  // every word that announces data is written with release
  void post(Ring<ToyEnv>&, std::uint32_t, const Command&) {}
  void post(SendQueue<ToyEnv>&, std::uint64_t) {}
  std::uint64_t observe(Gate&) { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting&, Limit limit) {
    std::this_thread::yield();
    return ++looks_ < limit;
  }
  void notify(Gate&) {}
  Limit limit(Deadline deadline) const {
    if (deadline.within == Deadline::never().within) return ~Limit{0};
    return looks_ + static_cast<Limit>(deadline.within.ps / 1000);
  }
  void* scratch(std::uint64_t bytes) {
    void* const begin = scratch_.data() + used_;
    used_ += (bytes + 15) / 16 * 16;
    return begin;
  }

 private:
  const std::vector<unsigned char*>& heaps_;
  Pe me_;
  std::vector<unsigned char> scratch_;
  std::uint64_t used_ = 0;
  std::uint64_t looks_ = 0;
};

static_assert(Moves<ToyEnv>);
static_assert(Posts<ToyEnv>);
static_assert(AgentTeam<ToyEnv>);
static_assert(Waits<ToyEnv>);
static_assert(Environment<ToyEnv> && !Clock<ToyEnv> && !Observer<ToyEnv> && !Scribe<ToyEnv>);

}  // namespace gin::toy
