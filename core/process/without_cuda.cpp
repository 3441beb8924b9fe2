// What this folder says of kernels where it was built without CUDA.
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/process/proxied_kernel.hpp"

namespace gin {

std::unique_ptr<ProxiedKernel> make_proxied_kernel(const ProcessPlan& plan, bootstrap::Member&, Pe,
                                                   unsigned char*) {
  refuse_kernels(plan);
  return nullptr;
}

void refuse_kernels(const ProcessPlan& plan) {
  throw Error(
      Code::unavailable,
      fmt::format(
          "{}: launch.runs_on: expected host, got gpu; ginlab was built without CUDA, build it where nvcc is",
          plan.rules.backend));
}

}  // namespace gin
