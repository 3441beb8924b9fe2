// The same moves by NVSHMEM, where it is installed. Two processes started by mpirun, a GPU each; PE 0 prints a line of JSON for each figure.
//
// figures: half a round trip of put_signal by thread, warp and block, and the bandwidth of puts and gets by so many blocks.
// calls: what a call takes, one of many in a row.
//
// Brackets are those of NVSHMEM's perftest: many calls in one kernel between two events. Nothing but the library is timed.
#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t came = (call);                                                   \
    if (came != cudaSuccess) {                                                         \
      std::fprintf(stderr, "nvshmem_peer: %s: %s\n", #call, cudaGetErrorString(came)); \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

namespace {

enum class Scope { thread, warp, block };
constexpr const char* names[] = {"thread", "warp", "block"};

template <Scope scope>
__device__ void put_signal(char* to, const char* from, size_t bytes, uint64_t* signal, uint64_t value, int peer,
                           int op = NVSHMEM_SIGNAL_SET) {
  if constexpr (scope == Scope::thread) nvshmem_putmem_signal_nbi(to, from, bytes, signal, value, op, peer);
  if constexpr (scope == Scope::warp) nvshmemx_putmem_signal_nbi_warp(to, from, bytes, signal, value, op, peer);
  if constexpr (scope == Scope::block) nvshmemx_putmem_signal_nbi_block(to, from, bytes, signal, value, op, peer);
}

template <Scope scope>
__global__ void ping_pong(char* to, const char* from, size_t bytes, uint64_t* signal, uint64_t first,
                          uint64_t count, int me) {
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t value = first + i + 1;
    if (me == 0) put_signal<scope>(to, from, bytes, signal, value, 1);
    if (threadIdx.x == 0) nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, value);
    if (scope == Scope::warp) __syncwarp();
    if (scope == Scope::block) __syncthreads();
    if (me == 1) put_signal<scope>(to, from, bytes, signal, value, 0);
  }
}

__global__ void move(char* to, const char* from, size_t bytes, int passes, bool gets) {
  const size_t part = bytes / gridDim.x;
  for (int i = 0; i < passes; ++i) {
    if (gets)
      nvshmemx_getmem_nbi_block(to + blockIdx.x * part, from + blockIdx.x * part, part, 1);
    else
      nvshmemx_putmem_nbi_block(to + blockIdx.x * part, from + blockIdx.x * part, part, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) nvshmem_quiet();
}

enum class Op { p, put, put_signal, get, g, add, fetch_add, wait };
constexpr const char* op_names[] = {"p", "put", "put_signal", "get", "g", "add", "fetch_add", "wait"};
enum class After { nothing, fence, quiet };
constexpr const char* after_names[] = {"", ", fence", ", quiet"};

template <Scope scope, Op op>
__device__ void call(char* to, const char* from, uint64_t* word, int peer) {
  constexpr size_t bytes = 8;
  if constexpr (op == Op::p) nvshmem_char_p(to, *from, peer);
  if constexpr (op == Op::g) *to = nvshmem_char_g(from, peer);
  if constexpr (op == Op::add) nvshmem_uint64_atomic_add(word, 1, peer);
  if constexpr (op == Op::fetch_add) nvshmem_uint64_atomic_fetch_add(word, 1, peer);
  if constexpr (op == Op::wait) nvshmem_signal_wait_until(word, NVSHMEM_CMP_GE, 0);
  if constexpr (op == Op::put_signal) put_signal<scope>(to, from, bytes, word, 1, peer, NVSHMEM_SIGNAL_ADD);
  if constexpr (op == Op::put) {
    if constexpr (scope == Scope::thread) nvshmem_putmem_nbi(to, from, bytes, peer);
    if constexpr (scope == Scope::warp) nvshmemx_putmem_nbi_warp(to, from, bytes, peer);
    if constexpr (scope == Scope::block) nvshmemx_putmem_nbi_block(to, from, bytes, peer);
  }
  if constexpr (op == Op::get) {
    if constexpr (scope == Scope::thread) nvshmem_getmem_nbi(to, from, bytes, peer);
    if constexpr (scope == Scope::warp) nvshmemx_getmem_nbi_warp(to, from, bytes, peer);
    if constexpr (scope == Scope::block) nvshmemx_getmem_nbi_block(to, from, bytes, peer);
  }
}

template <Scope scope, Op op>
__global__ void in_a_row(char* to, const char* from, uint64_t* word, uint64_t count, After after) {
  for (uint64_t i = 0; i < count; ++i) {
    call<scope, op>(to, from, word, 1);
    if (after == After::nothing) continue;
    if (scope == Scope::warp) __syncwarp();
    if (scope == Scope::block) __syncthreads();
    if (threadIdx.x != 0) continue;
    if (after == After::fence) nvshmem_fence();
    if (after == After::quiet) nvshmem_quiet();
  }
  __syncthreads();
  if (threadIdx.x == 0) nvshmem_quiet();
}

float elapsed_us(cudaEvent_t begin, cudaEvent_t end) {
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  return ms * 1000;
}

struct Heap {
  char* to;
  char* from;
  uint64_t* word;
  cudaEvent_t begin, end;
  int me;
};

constexpr int repeats = 7;
constexpr uint64_t count = 2000;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

void figures(const Heap& heap) {
  const auto [to, from, signal, begin, end, me] = heap;
  uint64_t first = 0;
  for (const size_t bytes : {8, 64, 512, 1024, 4096})
    for (const Scope scope : {Scope::thread, Scope::warp, Scope::block}) {
      std::vector<double> took;
      for (int repeat = 0; repeat <= repeats; ++repeat, first += count) {
        nvshmem_barrier_all();
        CHECK(cudaEventRecord(begin));
        if (scope == Scope::thread) ping_pong<Scope::thread><<<1, 1>>>(to, from, bytes, signal, first, count, me);
        if (scope == Scope::warp) ping_pong<Scope::warp><<<1, 32>>>(to, from, bytes, signal, first, count, me);
        if (scope == Scope::block) ping_pong<Scope::block><<<1, 256>>>(to, from, bytes, signal, first, count, me);
        CHECK(cudaEventRecord(end));
        CHECK(cudaDeviceSynchronize());
        if (repeat > 0) took.push_back(elapsed_us(begin, end) / (2 * count));  // the first one warms up
      }
      if (me == 0)
        std::printf("{\"op\": \"put_signal\", \"scope\": \"%s\", \"bytes\": %zu, \"us\": %.4f}\n",
                    names[int(scope)], bytes, median(took));
    }
  for (const size_t bytes : {size_t{1} << 20, size_t{64} << 20})
    for (const int blocks : {1, 132})
      for (const bool gets : {false, true}) {
        const size_t all = bytes / blocks / 16 * 16 * blocks;
        const int passes = bytes > (size_t{1} << 20) && blocks == 1 ? 4 : 20;
        double best = 0;
        for (const int threads : {256, 512, 1024}) {
          std::vector<double> took;
          for (int repeat = 0; repeat <= repeats; ++repeat) {
            nvshmem_barrier_all();
            if (me == 0) {
              CHECK(cudaEventRecord(begin));
              move<<<blocks, threads>>>(to, from, all, passes, gets);
              CHECK(cudaEventRecord(end));
              CHECK(cudaDeviceSynchronize());
              if (repeat > 0) took.push_back(double(all) * passes / elapsed_us(begin, end) / 1000);
            }
            nvshmem_barrier_all();
          }
          if (me == 0) best = std::max(best, median(took));
        }
        if (me == 0)
          std::printf("{\"op\": \"%s\", \"blocks\": %d, \"bytes\": %zu, \"gb_per_s\": %.2f}\n",
                      gets ? "get" : "put", blocks, bytes, best);
      }
}

template <Scope scope, Op op>
void time_call(const Heap& heap, After after) {
  std::vector<double> took;
  for (int repeat = 0; repeat <= repeats; ++repeat) {
    nvshmem_barrier_all();
    if (heap.me == 0) {
      CHECK(cudaEventRecord(heap.begin));
      in_a_row<scope, op><<<1, scope == Scope::thread ? 1
                               : scope == Scope::warp ? 32
                                                      : 256>>>(heap.to, heap.from, heap.word, count, after);
      CHECK(cudaEventRecord(heap.end));
      CHECK(cudaDeviceSynchronize());
      if (repeat > 0) took.push_back(elapsed_us(heap.begin, heap.end) * 1000 / count);
    }
    nvshmem_barrier_all();
  }
  if (heap.me == 0)
    std::printf("{\"op\": \"%s%s\", \"scope\": \"%s\", \"ns\": %.1f}\n", op_names[int(op)], after_names[int(after)],
                names[int(scope)], median(took));
}

template <Scope scope>
void calls_of_any_scope(const Heap& heap) {
  for (const After after : {After::nothing, After::fence, After::quiet}) time_call<scope, Op::put>(heap, after);
  time_call<scope, Op::put_signal>(heap, After::nothing);
  time_call<scope, Op::get>(heap, After::nothing);
}

void calls(const Heap& heap) {
  for (const After after : {After::nothing, After::fence, After::quiet})
    time_call<Scope::thread, Op::p>(heap, after);
  time_call<Scope::thread, Op::g>(heap, After::nothing);
  time_call<Scope::thread, Op::add>(heap, After::nothing);
  time_call<Scope::thread, Op::fetch_add>(heap, After::nothing);
  time_call<Scope::thread, Op::wait>(heap, After::nothing);
  calls_of_any_scope<Scope::thread>(heap);
  calls_of_any_scope<Scope::warp>(heap);
  calls_of_any_scope<Scope::block>(heap);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc == 2 ? argv[1] : "";
  const bool are_calls = std::strcmp(what, "calls") == 0;
  if (!are_calls && std::strcmp(what, "figures") != 0) {
    std::fprintf(stderr, "nvshmem_peer: expected figures or calls, came %s\n", what);
    return 2;
  }
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(cudaSetDevice(rank));
  MPI_Comm world = MPI_COMM_WORLD;
  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
  attr.mpi_comm = &world;
  nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr);
  constexpr size_t bytes = size_t{64} << 20;
  Heap heap{static_cast<char*>(nvshmem_malloc(bytes)),
            static_cast<char*>(nvshmem_malloc(bytes)),
            static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t))),
            {},
            {},
            nvshmem_my_pe()};
  CHECK(cudaEventCreate(&heap.begin));
  CHECK(cudaEventCreate(&heap.end));
  are_calls ? calls(heap) : figures(heap);
  nvshmem_finalize();
  MPI_Finalize();
  return 0;
}
