#include "core/cuda/check.hpp"

#include <cuda_runtime_api.h>

#include <string>

#include "core/base/error.hpp"

namespace gin::gpu {

void check(int came, const char* wanted) {
  if (came == cudaSuccess) return;
  throw Error(Code::failed, std::string("GPU: expected to ") + wanted + ", got \"" +
                                cudaGetErrorString(static_cast<cudaError_t>(came)) + "\"");
}

}  // namespace gin::gpu
