#include "core/env/heap_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/device/agent_view.hpp"

namespace gin {

const HeapMap::Region* HeapMap::holding(std::uint64_t offset) const {
  // The last that begins there or before; one without elements holds nothing, but may begin where the next does.
  const auto behind = std::upper_bound(regions_.begin(), regions_.end(), offset,
                                       [](std::uint64_t at, const Region& region) { return at < region.begin; });
  for (auto region = behind; region != regions_.begin();) {
    --region;
    if (offset < region->begin + region->bytes) return &*region;
    if (region->bytes > 0) break;
  }
  return nullptr;
}

const HeapMap::Region* HeapMap::of(const Place& place) const {
  const Region* empty = nullptr;
  for (const Region& region : regions_) {
    if (region.begin != place.window) continue;
    if (region.bytes > 0) return &region;
    empty = &region;
  }
  return empty;
}

std::string HeapMap::name(std::uint64_t offset) const {
  if (const Region* const region = holding(offset)) {
    const std::uint64_t within = offset - region->begin;
    const std::string element = fmt::format("window {}[{}]", region->name, within / region->element);
    const std::uint64_t byte = within % region->element;
    return byte == 0 ? element : fmt::format("byte {} of {}", byte, element);
  }
  const bool below = !regions_.empty() && offset < regions_.front().begin;
  return below ? name_of_control(offset) : fmt::format("heap offset {}", offset);
}

std::string HeapMap::name_of_control(std::uint64_t offset) const {
  if (offset == ControlWords::arrivals) return "the barrier's word of arrivals";
  if (offset == ControlWords::released) return "the barrier's word of releases";
  if (offset >= ControlWords::results) {
    const std::uint64_t number = (offset - ControlWords::results) / 8;
    return fmt::format("the landing place of agent {}, context {}", number / contexts_, number % contexts_);
  }
  if (offset >= ControlWords::rounds)
    return fmt::format("the barrier's word of round {}", (offset - ControlWords::rounds) / 8);
  return fmt::format("heap offset {}", offset);
}

}  // namespace gin
