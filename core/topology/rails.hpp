// Which NICs a PE sends over: the nearest ones of its GPU, dealt out so that NICs which are equally near serve equally
// many. Pure functions, which every PE of a machine works out alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/devices.hpp"

namespace gin::topology {

/// NICs by their index in Devices, in their order there.
using Rails = std::vector<std::uint32_t>;

struct RailChoice {
  std::vector<Rails> rails;         ///< of each place: all of them equally near to it
  std::vector<std::string> unused;  ///< of each NIC: why no place has it as a rail; empty where one has
};

/// A place goes to the NICs that it meets with the fewest steps. Places with the same nearest NICs share them out: to
/// each as many of its own, where the numbers allow it, else several places use the same ones together. Where such
/// NICs serve others already, for whom they are nearer still, those that serve the fewest come first.
/// Without a NIC that can be used nobody has rails.
RailChoice choose_rails(const Devices& devices);

/// The choice in sentences: one for each place, one for each NIC that is not used.
std::vector<std::string> sentences(const Devices& devices, const RailChoice& choice);

}  // namespace gin::topology
