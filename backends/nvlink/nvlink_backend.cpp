// The backend `nvlink`: programs as kernels on the GPUs of this machine, which reach each other's memory by load and store. A
// process for each GPU; PEs that share one are streams of its process.
#include "backends/nvlink/gpu_carrier.hpp"
#include "core/process/process_backend.hpp"
#include "models/rules/rules.hpp"

namespace gin {

std::unique_ptr<Backend> make_backend_nvlink() {
  return process_backend({.backend = "nvlink",
                          .summary = "real GPUs of this machine, programs as kernels, a process per GPU",
                          .stack_of = rules::in_order,
                          .shares_memory = true,
                          .only_kernels = true,
                          .has_queues = true},
                         nvlink::make_gpu_carrier());
}

}  // namespace gin
