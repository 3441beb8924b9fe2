// The GPU's side of gpu_ring: kernels that push, and what they need to know of a ring. nvcc compiles what is on a GPU, and turns device
// code that a host calls into an exit: the consumer is a source of its own.
#pragma once

#include <cstdint>

#include "core/device/ring.hpp"
#include "core/device/ring_layouts.hpp"

namespace gin::bench {

struct NoWaiting {
  struct Gate {};
};
template <class Layout>
using BenchRing = Ring<NoWaiting, Layout>;

inline constexpr std::uint32_t blocks = 32;
inline constexpr std::uint32_t threads = 32;  ///< of a block

/// One command after the other by one thread, each when the last was answered; `took` gets the nanoseconds of all. `ring` lies in the
/// GPU's memory. `Fenced`: each behind a fence, as a put's. All return at once and throw Error(failed) where nothing starts.
template <class Layout, bool Fenced>
void start_round_trips(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took);
/// The same into a ring that has room for all of them, with neither fences nor answers.
template <class Layout>
void start_pushes_alone(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took);
/// So many by each of `threads` threads of `blocks` blocks, who take the rings in turn.
template <class Layout>
void start_pushes(const BenchRing<Layout>* rings, std::uint32_t count, std::uint64_t commands);
/// Returns when they have ended. Throws Error(failed).
void wait_for_kernel();

}  // namespace gin::bench
