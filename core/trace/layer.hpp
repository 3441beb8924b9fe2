// Names of what a row can have between its program and the fabric, and of what was done to its threads. A row may
// say more, in brackets: "Segmented(8928 bytes)", "Pinned(PE 0: proxies on core 3)".
#pragma once

#include <cstdint>

namespace gin::trace {

enum class Layer : std::uint8_t {
  kernels,
  paced,
  adversary,
  degraded,
  cold_cpu,
  striped,
  segmented,
  staged,
  ordered_signals,
  soft_atomics,
  nic_counters,
  device,
  pinned,
};
inline constexpr std::uint32_t layer_count = static_cast<std::uint32_t>(Layer::pinned) + 1;

constexpr const char* name(Layer layer) {
  constexpr const char* names[layer_count] = {
      "Kernels", "Paced",          "Adversary",   "Degraded",    "ColdCpu", "Striped", "Segmented",
      "Staged",  "OrderedSignals", "SoftAtomics", "NicCounters", "Device",  "Pinned"};
  return names[static_cast<std::uint32_t>(layer)];
}

}  // namespace gin::trace
