#include "core/softverbs/windows.hpp"

#include <unistd.h>

#include "core/softverbs/file_mapping.hpp"

namespace softverbs {

Place Windows::place(const NicMemory& nic, const RegionEntry& region, std::uint32_t key, std::uint64_t address) {
  const std::uint64_t into = address - region.start;
  Place place{nullptr, region.address + into, region.process};
  if (pid_of(region.process) == ::getpid()) {
    place.here = reinterpret_cast<unsigned char*>(place.there);
  } else if (region.range.file != 0) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto [known, is_new] = of_keys_.try_emplace({region.process, lid_of(nic.address()), key}, nullptr);
    if (is_new) known->second = map_here(region.range, region.bytes, pid_of(region.process));
    if (known->second) place.here = known->second + into;
  }
  return place;
}

}  // namespace softverbs
