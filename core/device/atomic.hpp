// Words that several agents, CPU threads, NICs or GPUs share. The second of the two headers that ask which compiler is
// at work: the names are the same on both sides, the instructions are not.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/annotate.hpp"

#if defined(__CUDACC__)
#include <cuda/atomic>
#else
#include <atomic>
#endif

namespace gin {

/// What an access means for others: acquire, that what the writer had written before is visible after it; release, that
/// what was written before it is visible to whoever acquires the value.
enum class Order : std::uint8_t { relaxed, acquire, release, acq_rel };

/// Who else looks at the word: lanes of the own block, agents of the own GPU, or CPUs, NICs and other GPUs too. Each wider
/// one costs a GPU more; a host has only the last, which is what is meant where nothing is said.
enum class Scope : std::uint8_t { block, gpu, system };

namespace atomic {
#if defined(__CUDACC__)
inline constexpr cuda::memory_order orders[] = {cuda::memory_order_relaxed, cuda::memory_order_acquire,
                                                cuda::memory_order_release, cuda::memory_order_acq_rel};
inline constexpr cuda::thread_scope scopes[] = {cuda::thread_scope_block, cuda::thread_scope_device,
                                                cuda::thread_scope_system};
template <class T, Scope scope>
using Ref = cuda::atomic_ref<T, scopes[static_cast<int>(scope)]>;
#else
inline constexpr std::memory_order orders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                               std::memory_order_release, std::memory_order_acq_rel};
template <class T, Scope>
using Ref = std::atomic_ref<T>;
#endif
template <Order order>
inline constexpr auto standard = orders[static_cast<int>(order)];
/// What is left of an order where nothing is written.
constexpr Order of_load(Order order) {
  return order == Order::acq_rel ? Order::acquire : order == Order::release ? Order::relaxed : order;
}
}  // namespace atomic

template <Order order, Scope scope = Scope::system, class T>
GIN_DEVICE inline T load(T& word) {
  constexpr auto how = atomic::standard<order>;
  return atomic::Ref<T, scope>(word).load(how);
}
template <Order order, Scope scope = Scope::system, class T>
GIN_DEVICE inline void store(T& word, std::type_identity_t<T> value) {
  constexpr auto how = atomic::standard<order>;
  atomic::Ref<T, scope>(word).store(value, how);
}
/// Returns the value before.
template <Order order, Scope scope = Scope::system, class T>
GIN_DEVICE inline T fetch_add(T& word, std::type_identity_t<T> value) {
  constexpr auto how = atomic::standard<order>;
  return atomic::Ref<T, scope>(word).fetch_add(value, how);
}
/// Writes `value` if the word is `seen`, which else becomes what it is. It may fail for no reason.
template <Order order, Scope scope = Scope::system, class T>
GIN_DEVICE inline bool replace(T& word, T& seen, std::type_identity_t<T> value) {
  constexpr auto how = atomic::standard<order>;
  constexpr auto in_vain = atomic::standard<atomic::of_load(order)>;
  return atomic::Ref<T, scope>(word).compare_exchange_weak(seen, value, how, in_vain);
}
/// Raises the word to `value` if that is more.
template <Order order, Scope scope = Scope::system>
GIN_DEVICE inline void raise(std::uint64_t& word, std::uint64_t value) {
#if defined(__CUDACC__)
  constexpr auto how = atomic::standard<order>;
  atomic::Ref<std::uint64_t, scope>(word).fetch_max(value, how);
#else
  std::uint64_t seen = load<Order::relaxed, scope>(word);
  while (seen < value && !replace<order, scope>(word, seen, value)) {
  }
#endif
}

/// `{low, high}`, 16 bytes, for somebody on the host who takes them by what `high` says. A GPU stores them in one piece,
/// so that they cross PCIe as one write, and relaxed: what was written before fence_for_all() comes before them.
/// A CPU's release of `high` says both by itself, in a way that the thread sanitizer follows.
template <class Pair>
GIN_DEVICE inline void publish_pair(Pair& to, const Pair& from) {
  static_assert(sizeof(Pair) == 16 && alignof(Pair) == 16);
#if defined(__CUDACC__)
  asm volatile("{ .reg .b128 pair; mov.b128 pair, {%1, %2}; st.relaxed.sys.b128 [%0], pair; }" ::"l"(&to),
               "l"(from.low), "l"(from.high)
               : "memory");
#else
  store<Order::relaxed, Scope::system>(to.low, from.low);
  store<Order::release, Scope::system>(to.high, from.high);
#endif
}
/// The same from its other side: what `low` was when `high` was written.
template <class Pair>
GIN_DEVICE inline Pair read_pair(Pair& from) {
  static_assert(sizeof(Pair) == 16 && alignof(Pair) == 16);
  Pair pair;
#if defined(__CUDACC__)
  asm volatile("{ .reg .b128 pair; ld.relaxed.sys.b128 pair, [%2]; mov.b128 {%0, %1}, pair; }"
               : "=l"(pair.low), "=l"(pair.high)
               : "l"(&from)
               : "memory");
#else
  pair.high = load<Order::acquire>(from.high);  // with it comes the low word
  pair.low = load<Order::relaxed>(from.low);
#endif
  return pair;
}
/// What was written to a device's memory, whose mapping may collect writes, leaves before what is released after. A GPU's release does
/// so by itself.
GIN_DEVICE inline void send_collected() {
#if !defined(__CUDACC__) && defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}
/// What was written before comes before what is written after, for everybody. A host has no need of it: what follows there
/// says so by itself.
template <Order order>
GIN_DEVICE inline void fence_for_all() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  // That of libcu++ is an acquire, too, which empties the L1.
  if constexpr (order == Order::release) {
    asm volatile("fence.release.sys;" ::: "memory");
    return;
  }
#endif
#if defined(__CUDACC__)
  cuda::atomic_thread_fence(atomic::standard<order>, cuda::thread_scope_system);
#endif
}
/// Tells the core that this is a loop of looks: whoever shares it may have what the loop would burn.
inline void relax() {
#if !defined(__CUDACC__) && defined(__x86_64__)
  __builtin_ia32_pause();
#elif !defined(__CUDACC__) && defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

}  // namespace gin
