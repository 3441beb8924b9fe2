// A number or rule of a profile or stack that one run replaces.
#pragma once

#include <string>
#include <vector>

namespace gin {

/// The path inside that file ("nic.wqe_fetch_ns") and the value in the file's unit, as written, so that 3.125 stays
/// exact.
struct Override {
  std::string path;
  std::string number;
  auto operator<=>(const Override&) const = default;
};

/// In the order in which they were given: of several for one path the last counts.
using Overrides = std::vector<Override>;

}  // namespace gin
