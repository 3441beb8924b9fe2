// How an operation reaches its peer. Chosen per class of peer when the run starts; programs never see it.
#pragma once

#include <cstdint>

namespace gin {

enum class Path : std::uint8_t {
  pointer,           ///< loads and stores, over NVLink or shared memory
  gpu,               ///< the agent builds the work request and rings the doorbell
  gpu_cpu_doorbell,  ///< the agent builds it, a CPU thread rings
  proxy,             ///< the agent pushes a command, a CPU thread posts it
  host,              ///< the program runs on the CPU: agents are streams, loops are kernels, calls are enqueued
};
inline constexpr std::uint32_t path_count = 5;

constexpr const char* name(Path path) {
  constexpr const char* names[path_count] = {"pointer", "gpu", "gpu-cpu-doorbell", "proxy", "host"};
  return names[static_cast<std::uint32_t>(path)];
}

}  // namespace gin
