// PEs on GPUs, behind the interface of all backends that have processes.
#pragma once

#include <memory>

#include "core/process/carrier.hpp"

namespace gin::nvlink {

/// Where ginlab was built without CUDA, one that says so.
std::unique_ptr<Carrier> make_gpu_carrier();

}  // namespace gin::nvlink
