#include "tests/bench/gpu_ring/pushes.hpp"

#include "core/cuda/check.hpp"
#include "core/cuda/line.cuh"

namespace gin::bench {
namespace {

GIN_DEVICE Operation some_put(std::uint64_t i) {
  return {.op = Op::put, .peer = Pe{1}, .remote = i % 4096 * 64, .local = i % 512 * 64, .bytes = 64};
}

/// As ProxyPath pushes; `Fenced`: as it does for a put, whose bytes have to be there for whoever takes the command.
template <class Layout, bool Fenced>
GIN_DEVICE std::uint32_t push(const BenchRing<Layout>& ring, const Operation& operation) {
  if constexpr (Fenced) fence_for_all<Order::release>();
  const auto command = Layout::encode(operation);
  std::uint32_t tail = load<Order::relaxed, Scope::gpu>(ring.gpu->tail_cache);
  const std::uint32_t position = fetch_add<Order::relaxed, Scope::gpu>(ring.gpu->head, command.count);
  while (!has_room(position, command.count, tail, ring.capacity)) {
    tail = load<Order::acquire>(ring.host->tail);
    store<Order::relaxed, Scope::gpu>(ring.gpu->tail_cache, tail);
  }
  ring.publish(position, command);
  return position + command.count;
}

/// Thread by thread to the rings in turn.
template <class Layout>
__global__ void push_many(const BenchRing<Layout>* rings, std::uint32_t count, std::uint64_t commands) {
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (std::uint64_t i = 0; i < commands; ++i) push<Layout, true>(rings[thread % count], some_put(i));
}

/// By one thread, with nobody who takes them: the ring has room for all.
template <class Layout>
__global__ void push_alone(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took) {
  const std::uint64_t begin = gpu::global_timer();
  for (std::uint64_t i = 0; i < commands; ++i) push<Layout, false>(*ring, some_put(i));
  *took = gpu::global_timer() - begin;
}

/// One after the other, each when the last was answered; the nanoseconds that all took.
template <class Layout, bool Fenced>
__global__ void push_and_wait(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took) {
  const std::uint64_t begin = gpu::global_timer();
  for (std::uint64_t i = 0; i < commands; ++i) {
    const std::uint32_t end = push<Layout, Fenced>(*ring, some_put(i));
    while (!reached(load<Order::acquire>(ring->answers->completed), end)) {
    }
  }
  *took = gpu::global_timer() - begin;
}

}  // namespace

template <class Layout, bool Fenced>
void start_round_trips(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took) {
  push_and_wait<Layout, Fenced><<<1, 1>>>(ring, commands, took);
  gpu::check(cudaGetLastError(), "start a kernel that pushes");
}
template <class Layout>
void start_pushes(const BenchRing<Layout>* rings, std::uint32_t count, std::uint64_t commands) {
  push_many<Layout><<<blocks, threads>>>(rings, count, commands);
  gpu::check(cudaGetLastError(), "start a kernel that pushes");
}
template <class Layout>
void start_pushes_alone(const BenchRing<Layout>* ring, std::uint64_t commands, std::uint64_t* took) {
  push_alone<Layout><<<1, 1>>>(ring, commands, took);
  gpu::check(cudaGetLastError(), "start a kernel that pushes");
}
void wait_for_kernel() {
  gpu::check(cudaDeviceSynchronize(), "run a kernel that pushes");
}

#define GIN_PUSHES(Layout)                                                                                 \
  template void start_round_trips<Layout, true>(const BenchRing<Layout>*, std::uint64_t, std::uint64_t*);  \
  template void start_round_trips<Layout, false>(const BenchRing<Layout>*, std::uint64_t, std::uint64_t*); \
  template void start_pushes_alone<Layout>(const BenchRing<Layout>*, std::uint64_t, std::uint64_t*);       \
  template void start_pushes<Layout>(const BenchRing<Layout>*, std::uint32_t, std::uint64_t)
GIN_PUSHES(SixteenByteCommands);
GIN_PUSHES(WordsWithParity);
GIN_PUSHES(FlaggedDescriptors);
GIN_PUSHES(SequencedCells);

}  // namespace gin::bench
