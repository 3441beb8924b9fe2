// Where registered memory is in this process: at its own address, in a shared mapping, or nowhere.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>

#include "core/softverbs/copy.hpp"
#include "core/softverbs/nic_memory.hpp"

namespace softverbs {

/// Of this process and all devices. What was mapped once stays mapped as long as this lives.
class Windows {
 public:
  /// `address` of a region that holds it.
  Place place(const NicMemory& nic, const RegionEntry& region, std::uint32_t key, std::uint64_t address);

 private:
  using Key = std::tuple<ProcessName, std::uint16_t, std::uint32_t>;  ///< process, device, key

  std::mutex mutex_;
  std::map<Key, unsigned char*> of_keys_;  ///< the region's first byte
};

}  // namespace softverbs
