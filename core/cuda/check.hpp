// What CUDA answers, as an error that says what was wanted.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "core/base/error.hpp"

namespace gin::gpu {

/// Throws Error(failed) unless CUDA says that it is done. `wanted` goes on after "expected to ".
inline void check(cudaError_t came, const char* wanted) {
  if (came == cudaSuccess) return;
  throw Error(Code::failed,
              std::string("GPU: expected to ") + wanted + ", got \"" + cudaGetErrorString(came) + "\"");
}

}  // namespace gin::gpu
