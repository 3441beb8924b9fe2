#include "calibrate/methods.hpp"

#include <algorithm>
#include <functional>

#include "calibrate/gpu_measurements.hpp"
#include "core/base/error.hpp"
#include "core/cuda/gpus.hpp"

namespace gin::calibrate {
namespace {

constexpr std::uint64_t in_l2 = 512 << 10;
constexpr std::uint64_t beyond_l2 = std::uint64_t{256} << 20;
constexpr std::uint64_t long_way = std::uint64_t{1} << 30;
constexpr std::uint64_t of_one_block = 16 << 20;

struct Method {
  const char* group;
  const char* name;
  const char* unit;
  bool wants_peer;
  const char* how;
  std::function<double(const GpuMeasurements&)> once;
};

double block_in_flight(const GpuMeasurements& gpu) {
  return gpu.read_rate(Memory::peer, 1, of_one_block) * gpu.load_ns(Memory::peer, in_l2) / 1e9;
}

std::vector<Method> methods() {
  using G = GpuMeasurements;
  const auto all = [](const G& gpu) { return static_cast<std::uint32_t>(gpu.multiprocessors()); };
  return {
      {"gpu", "sm_count", "count", false, "what the driver says",
       [](const G& gpu) { return static_cast<double>(gpu.multiprocessors()); }},
      {"gpu", "l2_size_bytes", "bytes", false, "what the driver says",
       [](const G& gpu) { return static_cast<double>(gpu.l2_bytes()); }},
      {"gpu", "load_ns", "ns", false, "dependent loads at random lines of 512 KiB, past the L1",
       [](const G& gpu) { return gpu.load_ns(Memory::own, in_l2); }},
      {"gpu", "load_hbm_ns", "ns", false, "dependent loads at random lines of 256 MiB",
       [](const G& gpu) { return gpu.load_ns(Memory::own, beyond_l2); }},
      {"gpu", "l1_load_ns", "ns", false, "dependent loads within 16 KiB by the L1",
       [](const G& gpu) { return gpu.l1_load_ns(); }},
      {"gpu", "atomic_ns", "ns", false, "dependent atomics on one word",
       [](const G& gpu) { return gpu.atomic_ns(); }},
      {"gpu", "fence_system_ns", "ns", false, "one local store and a fence at the system's scope",
       [](const G& gpu) { return gpu.fence_ns(true); }},
      {"gpu", "fence_device_ns", "ns", false, "one local store and a fence at the GPU's scope",
       [](const G& gpu) { return gpu.fence_ns(false); }},
      {"gpu", "hbm_bytes_per_second", "bytes_per_second", false, "a block of 1024 threads on each SM reads 1 GiB",
       [=](const G& gpu) { return gpu.read_rate(Memory::own, all(gpu), long_way); }},
      {"gpu", "sm_store_bytes_per_second", "bytes_per_second", true,
       "one block of 1024 threads writes 16 MiB to a peer",
       [](const G& gpu) { return gpu.write_rate(Memory::peer, 1, of_one_block); }},
      {"gpu", "warp_store_bytes_per_second", "bytes_per_second", true, "one warp writes 256 KiB to a peer",
       [](const G& gpu) { return gpu.warp_write_rate(); }},
      {"gpu", "in_flight_block_bytes", "bytes", true,
       "one block of 1024 threads, four loads of 16 bytes each, reads 16 MiB of a peer: that rate, times a load from there",
       block_in_flight},
      {"gpu", "copy_in_flight_percent", "count", true,
       "the loop of ginlab's own gets by one block of 512 threads, 16 MiB of a peer: what it has under way, of what half a block can",
       [](const G& gpu) {
         const double under_way = gpu.copy_rate(of_one_block) * gpu.load_ns(Memory::peer, in_l2) / 1e9;
         return 100 * under_way / (block_in_flight(gpu) * 512 / 1024);
       }},
      {"nvlink", "load_ns", "ns", true, "dependent loads at random lines of 512 KiB of a peer",
       [](const G& gpu) { return gpu.load_ns(Memory::peer, in_l2); }},
      {"nvlink", "load_hbm_ns", "ns", true, "dependent loads at random lines of 256 MiB of a peer",
       [](const G& gpu) { return gpu.load_ns(Memory::peer, beyond_l2); }},
      {"nvlink", "store_ns", "ns", true,
       "half of there and back of a word that a thread of each GPU waits for, less the load that finds it",
       [](const G& gpu) { return gpu.bounce_ns() / 2 - gpu.load_ns(Memory::own, in_l2); }},
      {"nvlink", "read_bytes_per_second", "bytes_per_second", true,
       "a block of 1024 threads on each SM reads 256 MiB of a peer",
       [=](const G& gpu) { return gpu.read_rate(Memory::peer, all(gpu), beyond_l2); }},
      {"nvlink", "write_bytes_per_second", "bytes_per_second", true,
       "a block of 1024 threads on each SM writes 256 MiB to a peer",
       [=](const G& gpu) { return gpu.write_rate(Memory::peer, all(gpu), beyond_l2); }},
      {"pcie", "gpu_read_host_ns", "ns", false, "dependent loads at random lines of 64 KiB of pinned memory",
       [](const G& gpu) { return gpu.load_ns(Memory::host, 64 << 10); }},
      {"host", "launch_ns", "ns", false, "a thousand empty kernels behind each other",
       [](const G& gpu) { return gpu.launch_ns(); }},
  };
}

}  // namespace

Calibration calibration(int times) {
  if (gpu::gpus().empty()) throw Error(Code::unavailable, "calibrate: expected a GPU with its driver, came none");
  const GpuMeasurements gpu;
  Calibration done{gpu.machine(), {}, {}};
  for (const Method& method : methods()) {
    const std::string name = std::string(method.group) + "." + method.name;
    if (method.wants_peer && !gpu.has_peer()) {
      done.left_out.push_back(name + ": it takes two GPUs");
      continue;
    }
    std::vector<double> values;
    method.once(gpu);  // warms up
    for (int i = 0; i < times; ++i) values.push_back(method.once(gpu));
    std::ranges::sort(values);
    done.numbers.push_back({method.group, method.name, method.unit, method.how, values[values.size() / 2],
                            values.front(), values.back()});
  }
  return done;
}

}  // namespace gin::calibrate
