// Memory that several agents, proxies or NICs share, at system scope. The second of the two headers that ask
// which compiler is at work: the names are the same on both sides, the instructions are not.
#pragma once

#include <cstdint>

#include "core/device/annotate.hpp"

#if defined(__CUDACC__)
#include <cuda/atomic>
#else
#include <atomic>
#endif

namespace gin {

#if defined(__CUDACC__)
template <class T>
using SystemAtomic = cuda::atomic_ref<T, cuda::thread_scope_system>;
inline constexpr auto order_relaxed = cuda::memory_order_relaxed;
inline constexpr auto order_acquire = cuda::memory_order_acquire;
inline constexpr auto order_release = cuda::memory_order_release;
inline constexpr auto order_acq_rel = cuda::memory_order_acq_rel;
inline constexpr auto order_total = cuda::memory_order_seq_cst;
#else
template <class T>
using SystemAtomic = std::atomic_ref<T>;
inline constexpr auto order_relaxed = std::memory_order_relaxed;
inline constexpr auto order_acquire = std::memory_order_acquire;
inline constexpr auto order_release = std::memory_order_release;
inline constexpr auto order_acq_rel = std::memory_order_acq_rel;
inline constexpr auto order_total = std::memory_order_seq_cst;
#endif

template <class T>
GIN_DEVICE inline T load_relaxed(T& word) {
  return SystemAtomic<T>(word).load(order_relaxed);
}
/// Whoever reads the new value also sees what was written before it was stored with release.
template <class T>
GIN_DEVICE inline T load_acquire(T& word) {
  return SystemAtomic<T>(word).load(order_acquire);
}
template <class T>
GIN_DEVICE inline void store_relaxed(T& word, T value) {
  SystemAtomic<T>(word).store(value, order_relaxed);
}
/// Makes everything written before visible to whoever acquires the value.
template <class T>
GIN_DEVICE inline void store_release(T& word, T value) {
  SystemAtomic<T>(word).store(value, order_release);
}
/// In one total order with load_total: of two agents that each add to one word and then look at the other's,
/// at least one sees the other.
template <class T>
GIN_DEVICE inline T fetch_add(T& word, T value) {
  return SystemAtomic<T>(word).fetch_add(value, order_total);
}
template <class T>
GIN_DEVICE inline T load_total(T& word) {
  return SystemAtomic<T>(word).load(order_total);
}
/// Raises `word` to `value` if that is more.
GIN_DEVICE inline void raise(std::uint64_t& word, std::uint64_t value) {
  SystemAtomic<std::uint64_t> atomic(word);
  std::uint64_t seen = atomic.load(order_relaxed);
  while (seen < value && !atomic.compare_exchange_weak(seen, value, order_acq_rel)) {
  }
}

}  // namespace gin
