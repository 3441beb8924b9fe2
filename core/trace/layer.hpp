// Names of what a row can have between its program and the fabric, and of what was done to its threads. A row may
// say more, in brackets or behind " of PE": "Segmented(8928 bytes)", "proxy thread of PE 0 pinned to core 3".
#pragma once

#include <cstdint>

namespace gin::trace {

enum class Layer : std::uint8_t {
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
  proxy_thread,
};
inline constexpr std::uint32_t layer_count = static_cast<std::uint32_t>(Layer::proxy_thread) + 1;

constexpr const char* name(Layer layer) {
  constexpr const char* names[layer_count] = {"Paced",       "Adversary",   "Degraded", "ColdCpu",
                                              "Striped",     "Segmented",   "Staged",   "OrderedSignals",
                                              "SoftAtomics", "NicCounters", "Device",   "proxy thread"};
  return names[static_cast<std::uint32_t>(layer)];
}

}  // namespace gin::trace
