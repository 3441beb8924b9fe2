// What a GPU's copy engines take for a work request, from its post to the mark behind it, as the CPU thread sees that posted it.
#include "tests/bench/gpu_ring/copies.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "core/cuda/copy_engine.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/mapping.hpp"
#include "core/device/atomic.hpp"

namespace gin::bench {
namespace {

/// The first and so many more, in microseconds.
double median_us(gpu::CopyEngine& engine, const WorkRequest& request, std::uint64_t& marks) {
  constexpr std::size_t times = 500;
  std::vector<double> took;
  while (took.size() < times) {
    const auto begin = std::chrono::steady_clock::now();
    engine.carry_out(request);
    engine.mark(0, ++marks);
    while (engine.reached(0) < marks) relax();
    took.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(took.begin(), took.begin() + times / 2, took.end());
  return took[times / 2];
}

}  // namespace

void measure_copies() {
  if (gpu::gpus().size() < 2) return;
  constexpr std::uint64_t most = 16 << 20;
  gpu::choose(1);
  const gpu::Mapping there(most + 4096);
  const int file = there.exported();
  gpu::choose(0);
  const gpu::Mapping here(most + 4096);
  const gpu::Mapping reached = gpu::Mapping::imported(file, there.bytes());
  gpu::CopyEngine engine(Pe{0}, {here.data(), reached.data()}, 1);
  WorkRequest request;
  request.peer = 1;
  request.remote = request.local = 4096;
  std::uint64_t marks = 0;
  for (const std::uint32_t bytes : {8u, 4096u, 65536u, 1u << 20, 16u << 20}) {
    request.bytes = bytes;
    std::printf("{\"copy_engine\": \"put\", \"bytes\": %u, \"us\": %.3f}\n", bytes,
                median_us(engine, request, marks));
  }
  request.verb = Verb::atomic;
  request.amo = Amo::add;
  std::printf("{\"copy_engine\": \"atomic\", \"bytes\": 8, \"us\": %.3f}\n", median_us(engine, request, marks));
}

}  // namespace gin::bench
