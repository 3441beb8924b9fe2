// Which numbers of a profile are measured, and how.
#pragma once

#include <string>
#include <vector>

namespace gin::calibrate {

/// A number of a profile, measured several times.
struct Measured {
  std::string group;  ///< "gpu"
  std::string name;   ///< "load_ns"
  std::string unit;   ///< "ns", "bytes", "bytes_per_second" or "count"
  std::string method;
  double median = 0;
  double least = 0;
  double most = 0;
};

/// What was measured on which machine.
struct Calibration {
  std::string machine;  ///< "2 x NVIDIA H200, CUDA 13.0"
  std::vector<Measured> numbers;
  std::vector<std::string> left_out;  ///< what this machine does not show, and why
};

/// Each number so often. Throws Error(unavailable) where there is no GPU, or this ginlab was built without CUDA; Error(failed).
Calibration calibration(int times);

}  // namespace gin::calibrate
