#include "core/env/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/env/recorder.hpp"

namespace gin {

const char* name(Delivery delivery) {
  constexpr const char* names[] = {"store",      "load",       "value",   "atomic",  "nic write",  "nic read",
                                   "nic atomic", "completion", "arrival", "applied", "nic counter"};
  return names[static_cast<std::uint8_t>(delivery)];
}

const char* name(Link link) {
  constexpr const char* names[] = {"memory", "nvlink", "pcie", "nic"};
  return names[static_cast<std::uint8_t>(link)];
}

std::string Ledger::describe(Pe pe, const Event& event) const {
  if (event.kind == Delivery::completion)
    return fmt::format("{:>4}.{:06} us  PE {}: completion from PE {}", event.when.ps / 1'000'000,
                       event.when.ps % 1'000'000, pe.value, event.offset);
  return fmt::format("{:>4}.{:06} us  PE {}: {} of {} bytes at {}", event.when.ps / 1'000'000,
                     event.when.ps % 1'000'000, pe.value, name(event.kind), event.bytes, heap.name(event.offset));
}

void Ledger::record(Pe pe, const Event& event, std::uint32_t operation) {
  recorder->delivered(pe, event, heap, operation);
}

std::vector<std::string> Ledger::last_events(Pe pe) const {
  const Recent& recent = recent_[pe.value];
  std::vector<std::string> lines;
  const std::size_t size = recent.events.size();
  for (std::size_t i = recent.count - std::min(recent.count, size); i < recent.count; ++i)
    lines.push_back(describe(pe, recent.events[i % size]));
  return lines;
}

}  // namespace gin
