#include "core/env/heap_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/device/agent_view.hpp"

namespace gin {

const HeapMap::Extent* HeapMap::holding(std::uint64_t offset) const {
  // The last that begins there or before; one without elements holds nothing, but may begin where the next does.
  const auto behind = std::ranges::upper_bound(extents_, offset, {}, &Extent::begin);
  for (auto extent = behind; extent != extents_.begin();) {
    --extent;
    if (offset < extent->begin + extent->bytes) return &*extent;
    if (extent->bytes > 0) break;
  }
  return nullptr;
}

const HeapMap::Extent* HeapMap::of(const Place& place) const {
  const Extent* empty = nullptr;
  for (const Extent& extent : extents_) {
    if (extent.begin != place.window) continue;
    if (extent.bytes > 0) return &extent;
    empty = &extent;
  }
  return empty;
}

std::string HeapMap::name(std::uint64_t offset) const {
  if (const Extent* const extent = holding(offset)) {
    const std::uint64_t within = offset - extent->begin;
    const std::string element = fmt::format("window {}[{}]", extent->name, within / extent->element);
    const std::uint64_t byte = within % extent->element;
    return byte == 0 ? element : fmt::format("byte {} of {}", byte, element);
  }
  const bool below = !extents_.empty() && offset < extents_.front().begin;
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

std::string describe(const Waiting& why, const HeapMap& heap) {
  std::string what = why.what;
  if (why.of == Waiting::Of::word) what = heap.name(why.at);
  if (why.of == Waiting::Of::queue) what += fmt::format(" in the queue to PE {}", why.at);
  return fmt::format("{} for {}: {} seen, {} {} wanted", why.call, what, why.seen, symbol(why.compare), why.wanted);
}

}  // namespace gin
