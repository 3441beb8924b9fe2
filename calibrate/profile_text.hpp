// What was measured, as a profile.
#pragma once

#include <string>

#include "calibrate/methods.hpp"

namespace gin::calibrate {

struct Named {
  std::string name;
  std::string base;  ///< the profile, or file, that has what was not measured
  std::string date;  ///< "2026-11-27"
};

/// As models/README.md has profiles: each number measured, with its method and spread as its source.
std::string profile_text(const Calibration& calibration, const Named& named);

}  // namespace gin::calibrate
