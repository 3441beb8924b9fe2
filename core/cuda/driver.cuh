// Functions of CUDA's driver, which is asked for each of them: a program that was linked to it could not start where there is none.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <string>

#include "core/base/error.hpp"
#include "core/cuda/check.hpp"

namespace gin::gpu {

/// `driver(cuMemCreate, "cuMemCreate")`: the driver's function of that name. Throws Error(failed) where it has none.
template <class Function>
Function* driver(Function*, const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  constexpr unsigned version = 12000;
  check(cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &result),
        "find a function of the driver");
  if (result != cudaDriverEntryPointSuccess)
    throw Error(Code::failed,
                std::string("GPU: expected a driver that has ") + name + ", got one without; update it");
  return reinterpret_cast<Function*>(found);
}

/// As check(), of a call of the driver.
inline void check_driver(CUresult came, const char* wanted) {
  if (came == CUDA_SUCCESS) return;
  throw Error(Code::failed,
              std::string("GPU: expected to ") + wanted + ", got error " + std::to_string(came) + " of the driver");
}

}  // namespace gin::gpu

/// GIN_DRIVER(cuMemCreate)(arguments of cuMemCreate...)
#define GIN_DRIVER(name) ::gin::gpu::driver(static_cast<decltype(&name)>(nullptr), #name)
