#include "calibrate/gpu_measurements.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

#include "calibrate/kernels.cuh"
#include "core/base/random.hpp"
#include "core/cuda/check.hpp"
#include "core/cuda/gpus.hpp"
#include "core/cuda/memory.hpp"

namespace gin::calibrate {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t host_bytes = 1 << 20;
constexpr std::uint32_t threads = 1024;

int attribute(cudaDeviceAttr which) {
  int value = 0;
  gpu::check(cudaDeviceGetAttribute(&value, which, 0), "ask a GPU what it has");
  return value;
}

/// All lines in one circle, in random order.
void lay_chain(unsigned char* memory, std::uint64_t bytes) {
  const std::uint64_t lines = bytes / 128;
  std::vector<std::uint64_t> order(lines), words(lines * 16);
  std::iota(order.begin(), order.end(), 0);
  Random random(1);
  for (std::uint64_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  for (std::uint64_t i = 0; i < lines; ++i) words[order[i] * 16] = order[(i + 1) % lines];
  gpu::check(cudaMemcpy(memory, words.data(), words.size() * 8, cudaMemcpyDefault), "lay a chain of loads");
}

}  // namespace

class GpuMeasurements::Impl {
 public:
  Impl() : gpus(gpu::gpus()) {
    if (gpus.size() > 1) {
      gpu::choose(1);
      peer = std::make_unique<gpu::DeviceMemory>(most_bytes);
      gpu::check(cudaDeviceEnablePeerAccess(0, 0), "reach the memory of another GPU");
    }
    gpu::choose(0);
    if (gpus.size() > 1) gpu::check(cudaDeviceEnablePeerAccess(1, 0), "reach the memory of another GPU");
    own = std::make_unique<gpu::DeviceMemory>(most_bytes);
    host = std::make_unique<gpu::PinnedMemory>(host_bytes);
    spans = std::make_unique<gpu::PinnedMemory>(sizeof(Span) * 4096);
    end = std::make_unique<gpu::PinnedMemory>(sizeof(uint4));
  }

  unsigned char* of(Memory memory) const {
    return memory == Memory::own ? own->data() : memory == Memory::peer ? peer->data() : host->data();
  }
  /// Nanoseconds of each link of the chain that `start` starts.
  template <class F>
  double each(std::uint64_t count, F start) const {
    start(Chain{spans->as<Span>(), count, end->as<std::uint64_t>()});
    finish();
    return static_cast<double>(spans->as<Span>()->end - spans->as<Span>()->begin) / static_cast<double>(count);
  }
  /// Bytes a second of what `start` starts with so many blocks, from the first one's begin to the last one's end.
  template <class F>
  double rate(std::uint64_t bytes, std::uint32_t blocks, F start) const {
    start(spans->as<Span>());
    finish();
    Span all = *spans->as<Span>();
    for (std::uint32_t i = 1; i < blocks; ++i) {
      all.begin = std::min(all.begin, spans->as<Span>()[i].begin);
      all.end = std::max(all.end, spans->as<Span>()[i].end);
    }
    return static_cast<double>(bytes) / static_cast<double>(all.end - all.begin) * 1e9;
  }
  static void finish() {
    gpu::check(cudaGetLastError(), "start a measurement");
    gpu::check(cudaDeviceSynchronize(), "run a measurement");
  }

  std::vector<gpu::Gpu> gpus;
  std::unique_ptr<gpu::DeviceMemory> own, peer;
  std::unique_ptr<gpu::PinnedMemory> host, spans, end;
};

GpuMeasurements::GpuMeasurements() : impl_(std::make_unique<Impl>()) {}
GpuMeasurements::~GpuMeasurements() = default;

bool GpuMeasurements::has_peer() const {
  return impl_->peer != nullptr;
}
std::string GpuMeasurements::machine() const {
  int cuda = 0;
  gpu::check(cudaRuntimeGetVersion(&cuda), "ask for CUDA's version");
  const auto text = [](auto number) { return std::to_string(number); };
  return text(impl_->gpus.size()) + " x " + impl_->gpus.front().name + ", CUDA " + text(cuda / 1000) + "." +
         text(cuda % 1000 / 10);
}
std::uint64_t GpuMeasurements::multiprocessors() const {
  return impl_->gpus.front().multiprocessors;
}
std::uint64_t GpuMeasurements::l2_bytes() const {
  return attribute(cudaDevAttrL2CacheSize);
}

double GpuMeasurements::load_ns(Memory memory, std::uint64_t bytes) const {
  unsigned char* const at = impl_->of(memory);
  lay_chain(at, bytes);
  const std::uint64_t count = std::clamp<std::uint64_t>(bytes / 128, 4096, 32768);
  return impl_->each(
      count, [&](const Chain& chain) { load_chain<<<1, 1>>>(chain, reinterpret_cast<const std::uint64_t*>(at)); });
}
double GpuMeasurements::l1_load_ns() const {
  lay_chain(impl_->own->data(), 16 << 10);
  return impl_->each(65536, [&](const Chain& chain) {
    l1_chain<<<1, 1>>>(chain, reinterpret_cast<const std::uint64_t*>(impl_->own->data()));
  });
}
double GpuMeasurements::atomic_ns() const {
  return impl_->each(16384, [&](const Chain& chain) {
    atomic_chain<<<1, 1>>>(chain, reinterpret_cast<std::uint64_t*>(impl_->own->data()));
  });
}
double GpuMeasurements::fence_ns(bool system) const {
  return impl_->each(4096, [&](const Chain& chain) {
    fence_chain<<<1, 1>>>(chain, reinterpret_cast<std::uint64_t*>(impl_->own->data()), system);
  });
}
double GpuMeasurements::bounce_ns() const {
  auto* const own = reinterpret_cast<std::uint64_t*>(impl_->own->data());
  auto* const peers = reinterpret_cast<std::uint64_t*>(impl_->peer->data());
  const auto there_and_back = [&](std::uint64_t count) {
    for (std::uint64_t* word : {own, peers}) gpu::check(cudaMemset(word, 0, 8), "clear a word");
    gpu::choose(1);
    bounce_back<<<1, 1>>>(count / 4 + count, peers, own);
    gpu::check(cudaGetLastError(), "start a measurement");
    gpu::choose(0);
    return impl_->each(count, [&](const Chain& chain) { bounce_chain<<<1, 1>>>(chain, own, peers); });
  };
  there_and_back(0);  // code is loaded at its first use, which may wait for kernels
  return there_and_back(4096);
}
double GpuMeasurements::launch_ns() const {
  constexpr int count = 1000;
  nothing<<<1, 1>>>();
  Impl::finish();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) nothing<<<1, 1>>>();
  Impl::finish();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / count;
}

double GpuMeasurements::read_rate(Memory memory, std::uint32_t blocks, std::uint64_t bytes) const {
  return impl_->rate(bytes, blocks, [&](Span* spans) {
    read_all<<<blocks, threads>>>(spans, reinterpret_cast<const uint4*>(impl_->of(memory)), bytes / 16,
                                  impl_->end->as<uint4>());
  });
}
double GpuMeasurements::write_rate(Memory memory, std::uint32_t blocks, std::uint64_t bytes) const {
  return impl_->rate(bytes, blocks, [&](Span* spans) {
    write_all<<<blocks, threads>>>(spans, reinterpret_cast<uint4*>(impl_->of(memory)), bytes / 16);
  });
}
double GpuMeasurements::warp_write_rate() const {
  constexpr std::uint64_t bytes = 256 << 10;
  return impl_->rate(bytes, 1, [&](Span* spans) {
    write_all<<<1, 32>>>(spans, reinterpret_cast<uint4*>(impl_->peer->data()), bytes / 16);
  });
}
double GpuMeasurements::copy_rate(std::uint64_t bytes) const {
  return impl_->rate(
      bytes, 1, [&](Span* spans) { copy_all<<<1, 512>>>(spans, impl_->own->data(), impl_->peer->data(), bytes); });
}

}  // namespace gin::calibrate
