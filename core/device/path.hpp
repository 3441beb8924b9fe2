// How an operation reaches its peer. Chosen per class of peer when the run starts; programs never see it.
#pragma once

#include <cstdint>

namespace gin {

enum class Path : std::uint8_t {
  pointer,  ///< loads and stores, over NVLink or shared memory
  gpu,      ///< the agent builds the work request and rings the doorbell
  proxy,    ///< the agent pushes a command, a CPU thread posts it
};
inline constexpr std::uint32_t path_count = 3;

constexpr const char* name(Path path) {
  constexpr const char* names[path_count] = {"pointer", "gpu", "proxy"};
  return names[static_cast<std::uint32_t>(path)];
}

}  // namespace gin
