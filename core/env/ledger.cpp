#include "core/env/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin {

const char* name(Delivery delivery) {
  constexpr const char* names[] = {"store",     "load",     "value",      "atomic",
                                   "nic write", "nic read", "nic atomic", "completion"};
  return names[static_cast<std::uint8_t>(delivery)];
}

const char* name(Link link) {
  constexpr const char* names[] = {"memory", "nvlink", "pcie", "nic"};
  return names[static_cast<std::uint8_t>(link)];
}

std::vector<std::string> Ledger::last_events(Pe pe) const {
  const Recent& recent = recent_[pe.value];
  std::vector<std::string> lines;
  const std::size_t size = recent.events.size();
  for (std::size_t i = recent.count - std::min(recent.count, size); i < recent.count; ++i) {
    const Event& event = recent.events[i % size];
    lines.push_back(fmt::format("{}.{:06} us: {} of {} bytes at heap offset {}", event.when.ps / 1'000'000,
                                event.when.ps % 1'000'000, name(event.kind), event.bytes, event.offset));
  }
  return lines;
}

}  // namespace gin
