// Kernels that time themselves by the GPU's timer: each block leaves when it began and ended.
#pragma once

#include <cstdint>

#include "core/cuda/copy.cuh"
#include "core/cuda/line.cuh"
#include "core/device/atomic.hpp"

namespace gin::calibrate {

struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Of a chain: how many, and what came of it, so that nothing is left out.
struct Chain {
  Span* span;
  std::uint64_t count;
  std::uint64_t* end;
};

/// f(value) again and again, each with what the one before gave. Once to warm up.
template <class F>
__device__ void run_chain(const Chain& chain, F f) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < chain.count / 4; ++i) value = f(value);
  chain.span->begin = gpu::global_timer();
  for (std::uint64_t i = 0; i < chain.count; ++i) value = f(value);
  *chain.end = value;
  chain.span->end = gpu::global_timer();
}

/// `lines`: 128 bytes each, whose first word is the number of the next.
static __global__ void load_chain(Chain chain, const std::uint64_t* lines) {
  run_chain(chain, [=](std::uint64_t at) { return __ldcg(lines + at * 16); });
}
static __global__ void l1_chain(Chain chain, const std::uint64_t* lines) {
  run_chain(chain, [=](std::uint64_t at) { return __ldca(lines + at * 16); });
}
static __global__ void atomic_chain(Chain chain, std::uint64_t* word) {
  run_chain(chain,
            [=](std::uint64_t value) { return fetch_add<Order::relaxed, Scope::gpu>(*word, value | 1) & 1; });
}
static __global__ void fence_chain(Chain chain, std::uint64_t* word, bool system) {
  run_chain(chain, [=](std::uint64_t value) {
    store<Order::relaxed>(*word, value);
    if (system)
      __threadfence_system();
    else
      __threadfence();
    return value + 1;
  });
}
/// A word from one GPU to the other and back: the other's kernel answers what it waits for.
static __global__ void bounce_chain(Chain chain, std::uint64_t* mine, std::uint64_t* theirs) {
  run_chain(chain, [=](std::uint64_t value) {
    store<Order::relaxed>(*theirs, value + 1);
    while (load<Order::relaxed>(*mine) != value + 1) {
    }
    return value + 1;
  });
}
static __global__ void bounce_back(std::uint64_t count, std::uint64_t* mine, std::uint64_t* theirs) {
  for (std::uint64_t value = 1; value <= count; ++value) {
    while (load<Order::relaxed>(*mine) != value) {
    }
    store<Order::relaxed>(*theirs, value);
  }
}

static __global__ void __launch_bounds__(1024)
    read_all(Span* spans, const uint4* from, std::uint64_t words, uint4* out) {
  const std::uint64_t part = words / gridDim.x;
  from += blockIdx.x * part;
  __syncthreads();
  const std::uint64_t begin = gpu::global_timer();
  uint4 sum{};
  constexpr std::uint32_t together = 4;
  for (std::uint64_t i = threadIdx.x; i + (together - 1) * blockDim.x < part; i += together * blockDim.x) {
    uint4 words_here[together];
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j) words_here[j] = __ldcg(from + i + j * blockDim.x);
#pragma unroll
    for (std::uint32_t j = 0; j < together; ++j)
      sum.x ^= words_here[j].x ^ words_here[j].y ^ words_here[j].z ^ words_here[j].w;
  }
  if (sum.x == 1) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0) spans[blockIdx.x] = {begin, gpu::global_timer()};
}

static __global__ void __launch_bounds__(1024) write_all(Span* spans, uint4* to, std::uint64_t words) {
  const std::uint64_t part = words / gridDim.x;
  to += blockIdx.x * part;
  __syncthreads();
  const std::uint64_t begin = gpu::global_timer();
  for (std::uint64_t i = threadIdx.x; i < part; i += blockDim.x) to[i] = uint4{1, 2, 3, 4};
  __syncthreads();
  if (threadIdx.x == 0) {
    fence_for_all<Order::acq_rel>();
    spans[blockIdx.x] = {begin, gpu::global_timer()};
  }
}

static __global__ void copy_all(Span* spans, unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
  __syncthreads();
  const std::uint64_t begin = gpu::global_timer();
  gpu::copy_bytes(to, from, bytes, threadIdx.x, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0) *spans = {begin, gpu::global_timer()};
}

static __global__ void nothing() {}

}  // namespace gin::calibrate
