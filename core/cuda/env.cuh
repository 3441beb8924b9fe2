// The environment of a kernel: it keeps no time, moves with all lanes of the agent and looks now and then, while it waits, whether
// the host ends it. Compiled by nvcc only. Which paths there are is in its type, so the others leave no code behind.
#pragma once

#include "core/cuda/copy.cuh"
#include "core/cuda/counting.hpp"
#include "core/cuda/kernels.hpp"
#include "core/cuda/line.cuh"
#include "core/cuda/team.cuh"
#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"

namespace gin {

template <class Ways>
class CudaEnv;
template <class Ways>
inline constexpr std::uint32_t lanes_that_look<CudaEnv<Ways>> = 32;
template <class Ways>
struct FormatsOf<CudaEnv<Ways>> {
  using Queue = PinnedQueueFormat;
  using Commands = SixteenByteCommands;
};

template <class Ways>
class CudaEnv : public CudaTeam {
 public:
  struct Gate {};
  using Limit = std::uint64_t;  ///< nanoseconds of the GPU's global timer
  using Paths = Ways;
  using Queues = QueueTable<CudaEnv>;

  /// `team`: this lane's place in its agent. The view, its `peers` and `scratch` are in shared memory. A compiler does not know it of a
  /// pointer that it loads, so the peers come by themselves.
  GIN_DEVICE CudaEnv(const CudaTeam& team, unsigned char* scratch, const AgentView<CudaEnv>& view,
                     unsigned char* const* peers, const gpu::Control& control)
      : CudaTeam(team),
        scratch_(scratch),
        me_(view.me),
        heap_(view.heap),
        peers_(peers),
        view_(view),
        control_(control) {}

  GIN_DEVICE void copy(const Copy& copy) {
    unsigned char* mine = heap_ + copy.local;
    unsigned char* theirs = heap_of(copy.peer) + copy.remote;
    const bool store = copy.kind != Copy::Kind::load;
    moved(copy.peer, copy.bytes_there(), store);
    unsigned char* const to = store ? theirs : mine;
    const unsigned char* const from = store ? mine : theirs;
    // Or each access would look for shared memory there first.
    __builtin_assume(__isGlobal(to) && __isGlobal(from));
    const std::uint32_t lane = this->lane(), lanes = this->lanes();
    if (copy.kind == Copy::Kind::packets) {
      if (gpu::copy_packet(to, from, copy.bytes, copy.flag, lane, lanes)) return;
      return gpu::copy_packets(to, from, copy.bytes, copy.flag, lane, lanes);
    }
    if constexpr (only_pointers) {  // elsewhere the registers are needed for work requests
      if (gpu::copy_word<uint4>(to, from, copy.bytes, lane, lanes)) return;
      if (gpu::copy_word<std::uint64_t>(to, from, copy.bytes, lane, lanes)) return;
    }
    gpu::copy_bytes(to, from, copy.bytes, lane, lanes);
  }
  GIN_DEVICE void store(const StoreValue& store) {
    moved(store.peer, store.bytes, true);
    // Nothing comes before a value by itself; a release would be a fence.
    store_value<Order::relaxed>(heap_of(store.peer) + store.remote, store.value, store.bytes);
  }
  GIN_DEVICE std::uint64_t atomic(const AtomicMove& atomic) {
    moved(atomic.peer, 8, true);
    unsigned char* const at = heap_of(atomic.peer) + atomic.remote;
    const bool goes_one_way = !atomic.fetches && (atomic.amo == Amo::set || atomic.amo == Amo::add);
    // Its value is all that comes back: nothing is ordered by it (NVSHMEM's atomics are not, either).
    if (!goes_one_way) return apply_atomic<Order::relaxed>(at, atomic.amo, atomic.value, atomic.compare);
    // Release: what this agent wrote and saw before is visible to whoever acquires the word. A drain has seen to that already.
    if (atomic.drained)
      tell<Order::relaxed>(at, atomic);
    else
      tell<Order::release>(at, atomic);
    return 0;
  }
  GIN_DEVICE std::uint64_t atomic(const OwnAtomic& atomic) {
    return fetch_add<Order::acq_rel, Scope::gpu>(*reinterpret_cast<std::uint64_t*>(heap_ + atomic.remote),
                                                 atomic.value);
  }
  /// Not sequentially consistent, as __threadfence_system() is: nobody asks for one order of all stores. One lane fences for what it
  /// knows of the others' since they met.
  GIN_DEVICE void drain() {
    this->sync();
    if (this->lane() == 0) fence_for_all<Order::release>();
  }
  GIN_DEVICE void post(Ring<CudaEnv>& ring, std::uint32_t position, const Command& command) {
    ring.publish(position, command);
  }
  GIN_DEVICE void post(SendQueue<CudaEnv>& queue, std::uint64_t index) { queue.announce(index); }
  GIN_DEVICE std::uint64_t observe(Gate&) const { return 0; }
  GIN_DEVICE bool idle(Gate&, std::uint64_t, const Waiting& why, Limit limit) {
    // The word lies in the L2, as far as the one that is waited for: a look at every turn would make every wait longer.
    if (++idled_ % looks_at_stop == 0 && gpu::is_stopped(control_)) gpu::leave(control_.stands[view_.agent], why);
    return limit == forever || gpu::global_timer() < limit;
  }
  GIN_DEVICE void notify(Gate&) {}
  GIN_DEVICE Limit limit(Deadline deadline) const {
    if (deadline.within == Deadline::never().within) return forever;
    return gpu::global_timer() + static_cast<std::uint64_t>(deadline.within.ps / 1000);
  }
  GIN_DEVICE void* scratch(std::uint64_t bytes) {
    // Who asks for more waits for it in vain, and the report says so.
    if (bytes > gpu::scratch_bytes - scratch_used_)
      gpu::leave(control_.stands[view_.agent], {"scratch", "bytes of shared memory", Waiting::Of::nothing, 0,
                                                gpu::scratch_bytes, scratch_used_ + bytes});
    void* begin = scratch_ + scratch_used_;
    scratch_used_ += (bytes + 15) / 16 * 16;
    return begin;
  }
  GIN_DEVICE void release_scratch() { scratch_used_ = 0; }
  /// An Observer only where kernels count.
  GIN_DEVICE void count(Count what, std::uint64_t n) requires(gpu::counting) {
    fetch_add<Order::relaxed, Scope::gpu>(control_.counters[static_cast<std::uint32_t>(what)], n);
  }

 private:
  static constexpr bool only_pointers = !Paths::may_be(Path::gpu) && !Paths::may_be(Path::proxy);
  static constexpr Limit forever = ~std::uint64_t{0};
  static constexpr std::uint32_t looks_at_stop = 64;

  GIN_DEVICE unsigned char* heap_of(Pe pe) const { return pe == me_ ? heap_ : peers_[pe.value]; }

  template <Order order>
  GIN_DEVICE static void tell(unsigned char* at, const AtomicMove& atomic) {
    auto& word = *reinterpret_cast<std::uint64_t*>(at);
    if (atomic.amo == Amo::set)
      gin::store<order>(word, atomic.value);
    else
      fetch_add<order>(word, atomic.value);
  }
  GIN_DEVICE void moved(Pe peer, std::uint64_t bytes, bool there) {
    if constexpr (gpu::counting)
      if (this->lane() == 0 && peer != view_.me)
        fetch_add<Order::relaxed, Scope::gpu>(
            control_.counters[counts_in_all + (there ? 0 : view_.n_pes) + peer.value], bytes);
  }

  unsigned char* scratch_;
  // In registers: what every move needs.
  Pe me_;
  unsigned char* heap_;
  unsigned char* const* peers_;
  std::uint64_t scratch_used_ = 0;
  std::uint32_t idled_ = 0;
  const AgentView<CudaEnv>& view_;
  const gpu::Control& control_;
};

}  // namespace gin
