// The environment of a kernel: it keeps no time, counts nothing, moves with all lanes of the agent and looks now and
// then, while it waits, whether the host ends it. Compiled by nvcc only. Which paths there are is in its type, so the others leave no code behind.
#pragma once

#include "core/cuda/line.cuh"
#include "core/cuda/team.cuh"
#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"

namespace gin {

template <class Ways>
class CudaEnv : public CudaTeam {
 public:
  struct Gate {};
  using Limit = std::uint64_t;  ///< nanoseconds of the GPU's global timer
  using Paths = Ways;
  using Queues = QueueTable<CudaEnv>;

  /// `team`: this lane's place in its agent. `scratch` is shared memory.
  GIN_DEVICE CudaEnv(const CudaTeam& team, unsigned char* scratch, const AgentView<CudaEnv>& view,
                     const gpu::Control& control)
      : CudaTeam(team),
        scratch_(scratch),
        me_(view.me),
        heap_(view.heap),
        peers_(view.peers),
        stop_(&control.gpu->stop),
        stand_(&control.stands[view.agent]) {}

  GIN_DEVICE void copy(const Copy& copy) {
    unsigned char* mine = heap_ + copy.local;
    unsigned char* theirs = heap_of(copy.peer) + copy.remote;
    const bool store = copy.kind == Copy::Kind::store;
    copy_bytes(store ? theirs : mine, store ? mine : theirs, copy.bytes);
  }
  GIN_DEVICE void store(const StoreValue& store) {
    store_value(heap_of(store.peer) + store.remote, store.value, store.bytes);
  }
  GIN_DEVICE std::uint64_t atomic(const AtomicMove& atomic) {
    return apply_atomic(heap_of(atomic.peer) + atomic.remote, atomic.amo, atomic.value, atomic.compare);
  }
  /// Not sequentially consistent, as __threadfence_system() is: nobody asks for one order of all stores.
  GIN_DEVICE void drain() { fence_for_all<Order::acq_rel>(); }
  GIN_DEVICE void post(Ring<CudaEnv>& ring, std::uint32_t position, const Command& command) {
    ring.publish(position, command);
  }
  GIN_DEVICE void post(SendQueue<CudaEnv>& queue, std::uint64_t index) { queue.announce(index); }
  GIN_DEVICE std::uint64_t observe(Gate&) const { return 0; }
  GIN_DEVICE bool idle(Gate&, std::uint64_t, const Waiting& why, Limit limit) {
    // The word lies in the L2, as far as the one that is waited for: a look at every turn would make every wait longer.
    if (++idled_ % looks_at_stop == 0 && load<Order::relaxed, Scope::gpu>(*stop_) != 0) gpu::leave(*stand_, why);
    return limit == forever || gpu::global_timer() < limit;
  }
  GIN_DEVICE void notify(Gate&) {}
  GIN_DEVICE Limit limit(Deadline deadline) const {
    if (deadline.within == Deadline::never().within) return forever;
    return gpu::global_timer() + static_cast<std::uint64_t>(deadline.within.ps / 1000);
  }
  GIN_DEVICE void* scratch(std::uint64_t bytes) {
    void* begin = scratch_ + scratch_used_;
    scratch_used_ += (bytes + 15) / 16 * 16;
    return begin;
  }
  GIN_DEVICE void release_scratch() { scratch_used_ = 0; }

 private:
  static constexpr Limit forever = ~std::uint64_t{0};
  static constexpr std::uint32_t looks_at_stop = 64;

  GIN_DEVICE unsigned char* heap_of(Pe pe) const { return pe == me_ ? heap_ : peers_[pe.value]; }

  /// All lanes, 16 bytes each where both sides are aligned.
  GIN_DEVICE void copy_bytes(unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
    std::uint64_t done = 0;
    if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % 16 == 0) {
      for (std::uint64_t i = this->lane(); i < bytes / 16; i += this->lanes())
        reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i];
      done = bytes / 16 * 16;
    }
    for (std::uint64_t i = done + this->lane(); i < bytes; i += this->lanes()) to[i] = from[i];
  }

  unsigned char* scratch_;
  Pe me_;
  unsigned char* heap_;
  unsigned char* const* peers_;  ///< where load and store reach; the own PE need not be among them
  std::uint64_t scratch_used_ = 0;
  std::uint64_t* stop_;
  gpu::Stand* stand_;
  std::uint32_t idled_ = 0;
};

}  // namespace gin
