// The environment of a kernel: it keeps no time, moves are done by all lanes of the agent, idling naps.
// Compiled by nvcc only. The path is a template parameter, so the others leave no code behind.
#pragma once

#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"

namespace gin {

template <Path fixed>
class CudaEnv {
 public:
  struct Gate {};
  using Limit = std::uint64_t;  ///< nanoseconds of the GPU's global timer

  /// What the kernel hands over: this agent's place in its block, shared memory, queues and peers' heaps.
  struct Place {
    std::uint32_t lane = 0;
    std::uint32_t lanes = 1;
    std::uint64_t* shared_word = nullptr;
    unsigned char* scratch = nullptr;
    SendQueue<CudaEnv>* queues = nullptr;  ///< by peer and queue of the peer
    std::uint32_t queues_per_peer = 1;
    unsigned char* heap = nullptr;
    unsigned char* const* peers = nullptr;
  };

  GIN_DEVICE explicit CudaEnv(const Place& place) : place_(place) {}

  GIN_DEVICE void move(const Copy& copy) {
    unsigned char* mine = place_.heap + copy.local;
    unsigned char* theirs = place_.peers[copy.peer.value] + copy.remote;
    const bool store = copy.kind == Copy::Kind::store;
    copy_bytes(store ? theirs : mine, store ? mine : theirs, copy.bytes);
  }
  GIN_DEVICE void move(const StoreValue& store) {
    store_value(place_.peers[store.peer.value] + store.remote, store.value, store.bytes);
  }
  GIN_DEVICE std::uint64_t move(const AtomicMove& atomic) {
    return apply_atomic(place_.peers[atomic.peer.value] + atomic.remote, atomic.amo, atomic.value, atomic.compare);
  }
  GIN_DEVICE bool stored(const Access&) const { return true; }
  GIN_DEVICE void drain() { __threadfence_system(); }
  GIN_DEVICE void post(Ring<CudaEnv>& ring, std::uint32_t position, const Command& command) {
    publish(ring, position, command);
  }
  GIN_DEVICE void post(SendQueue<CudaEnv>& queue, std::uint64_t index) { announce(queue.memory, index); }
  GIN_DEVICE std::uint64_t observe(Gate&) const { return 0; }
  GIN_DEVICE bool idle(Gate&, std::uint64_t, const Waiting&, Limit limit) {
    if (limit != forever() && timer() >= limit) return false;
    __nanosleep(20);
    return true;
  }
  GIN_DEVICE void notify(Gate&) {}
  GIN_DEVICE Limit limit(Deadline deadline) const {
    return timer() + static_cast<std::uint64_t>(deadline.within.ps / 1000);
  }
  GIN_DEVICE Limit forever() const { return ~std::uint64_t{0}; }
  GIN_DEVICE Path path(Pe) const { return fixed; }
  GIN_DEVICE SendQueue<CudaEnv>& queue(Pe peer, std::uint32_t index) {
    return place_.queues[peer.value * place_.queues_per_peer + index];
  }
  GIN_DEVICE Gate& word_gate(std::uint64_t, std::uint64_t) { return word_gate_; }
  GIN_DEVICE void demand(Ring<CudaEnv>&) {}
  GIN_DEVICE void room(SendQueue<CudaEnv>&, std::uint64_t, std::uint32_t) {}
  GIN_DEVICE void issues(Operation*, std::uint32_t) {}
  GIN_DEVICE void issued(const Operation*, std::uint32_t) {}
  template <class Use>
  GIN_DEVICE void check(const Use&) const {}
  GIN_DEVICE void* scratch(std::uint64_t bytes) {
    void* begin = place_.scratch + scratch_used_;
    scratch_used_ += (bytes + 15) / 16 * 16;
    return begin;
  }
  GIN_DEVICE std::uint64_t& shared_word() { return *place_.shared_word; }
  GIN_DEVICE void count(Count, std::uint32_t) {}
  GIN_DEVICE void traffic(Path, std::uint64_t) {}
  GIN_DEVICE void polled_in_vain(const Waiting&) { __nanosleep(20); }
  GIN_DEVICE bool leader() const { return place_.lane == 0; }
  GIN_DEVICE void sync() {
    if (place_.lanes == 1) return;
    if (place_.lanes == 32)
      __syncwarp();
    else
      __syncthreads();
  }
  template <class F>
  GIN_DEVICE void lanes(const char*, std::uint64_t n, F f) {
    for (std::uint64_t i = place_.lane; i < n; i += place_.lanes) f(i);
  }

 private:
  GIN_DEVICE static std::uint64_t timer() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
  }

  /// All lanes, 16 bytes each where both sides are aligned.
  GIN_DEVICE void copy_bytes(unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
    std::uint64_t done = 0;
    if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % 16 == 0) {
      lanes("", bytes / 16,
            [=](std::uint64_t i) { reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i]; });
      done = bytes / 16 * 16;
    }
    lanes("", bytes - done, [=](std::uint64_t i) { to[done + i] = from[done + i]; });
  }

  Place place_;
  Gate word_gate_;
  std::uint64_t scratch_used_ = 0;
};

}  // namespace gin
