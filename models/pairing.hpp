// A machine and a library together, as one run asks for them, and what of that run neither of them does.
#pragma once

#include <string>
#include <vector>

#include "models/load.hpp"

namespace gin::models {

/// Names, what is replaced in their files, and which paths the run takes, in the words of a scenario ("gpu").
struct Asked {
  std::string profile;
  Overrides profile_overrides;
  std::string stack;
  Overrides stack_overrides;
  std::vector<std::string> paths;
  auto operator<=>(const Asked&) const = default;
};

struct Pairing {
  Profile profile;
  Stack stack;
  /// A clause for each thing that only an override of `stack.offers` or `profile.nic.device_posting` allows:
  /// "stack nvshmem-ibrc has no path gpu". What such a run shows is no property of that library or machine.
  std::vector<std::string> not_offered;
};

/// Both files with their overrides. Throws Error(bad_input): as load_profile and load_stack do, and for a path or a
/// fabric that they do not offer and no override asks for, with the override that would.
Pairing load_pairing(const Asked& asked);

}  // namespace gin::models
