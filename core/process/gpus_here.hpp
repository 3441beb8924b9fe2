// The GPUs of this machine, and whether programs on them reach each other's memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gin {

/// By their names; looked for in a process of its own, since CUDA does not survive a fork.
struct GpusHere {
  std::vector<std::string> names;
  std::string links;         ///< of the first: "18 NVLinks of 26.6 GB/s"
  std::uint32_t joined = 0;  ///< so many of them, from the first on, all reach each other's memory
  std::string apart;         ///< what keeps the next one from it
  std::string missing;       ///< why there are none
};
GpusHere look_for_gpus();

}  // namespace gin
