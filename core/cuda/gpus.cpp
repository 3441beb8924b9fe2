#include "core/cuda/gpus.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstdlib>

#include "core/cuda/check.hpp"

namespace gin::gpu {

std::vector<Gpu> gpus() {
  int count = 0;
  const cudaError_t came = cudaGetDeviceCount(&count);
  // Without a driver and without a device: both are a machine that has no GPU.
  if (came == cudaErrorInsufficientDriver || came == cudaErrorNoDevice) return {};
  check(came, "count the GPUs");
  std::vector<Gpu> found;
  for (int gpu = 0; gpu < count; ++gpu) {
    cudaDeviceProp has{};
    check(cudaGetDeviceProperties(&has, gpu), "look at a GPU");
    found.push_back({has.name, static_cast<std::uint32_t>(has.multiProcessorCount),
                     fmt::format("{:04x}:{:02x}:{:02x}.0", has.pciDomainID, has.pciBusID, has.pciDeviceID)});
  }
  return found;
}

Reach reach(std::uint32_t from, std::uint32_t to) {
  const auto can = [&](cudaDeviceP2PAttr what) {
    int value = 0;
    check(cudaDeviceGetP2PAttribute(&value, what, static_cast<int>(from), static_cast<int>(to)),
          "learn whether a GPU reaches another");
    return value != 0;
  };
  return {can(cudaDevP2PAttrAccessSupported), can(cudaDevP2PAttrNativeAtomicSupported)};
}

void ask_for_streams(std::uint32_t count) {
  constexpr std::uint32_t unasked = 8;  // CUDA's own; more take longer to begin with
  if (count <= unasked) return;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", std::to_string(streams_max).c_str(), 0);  // a person's own wish holds
}

void choose(std::uint32_t gpu) {
  check(cudaSetDevice(static_cast<int>(gpu)), "choose a GPU");
}

}  // namespace gin::gpu
