// What this machine lacks where the provider offers nothing, and what to do about it.
#pragma once

#include <string>

namespace gin::efa {

struct Found {
  std::string libfabric;      ///< its version
  bool has_provider = false;  ///< it was built with the provider efa
  std::string sys = "/sys";   ///< where the kernel tells of devices
};

/// In a sentence.
std::string what_is_missing(const Found& found);

}  // namespace gin::efa
