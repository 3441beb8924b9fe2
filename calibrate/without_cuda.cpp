#include "calibrate/methods.hpp"
#include "core/base/error.hpp"

namespace gin::calibrate {

Calibration calibration(int) {
  throw Error(
      Code::unavailable,
      "calibrate: expected a ginlab that was built with CUDA, this one was not; put nvcc on the PATH, configure and build "
      "again");
}

}  // namespace gin::calibrate
