// The translations that an IOMMU keeps for one NIC, and the page walks that bring in others.
//
// A request for a page that is cached goes on at once; if the walk for it is still under way, when that is done.
// For any other page a walk begins as soon as a walker is free, and the translation least recently used makes room.
// Only a machine that translates has any of this.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/units.hpp"
#include "models/profile.hpp"
#include "nic/recently_used.hpp"

namespace gin::emulated {

class Iotlb {
 public:
  explicit Iotlb(const models::IommuProfile& iommu);

  /// When the first page of a request is known, and when all of them are.
  struct Translated {
    Instant first;
    Instant last;
  };
  /// A request of `bytes` from `address` on that is made at `now`.
  Translated translate(Instant now, std::uint64_t address, std::uint64_t bytes) {
    if (walkers_.empty() || bytes == 0) return {now, now};
    return look_up(now, address, bytes);
  }
  std::uint64_t walks() const { return walks_; }

 private:
  Translated look_up(Instant now, std::uint64_t address, std::uint64_t bytes);
  Instant known(Instant now, std::uint64_t page);

  RecentlyUsed cached_;
  std::vector<Instant> walkers_;  // free from then on; none where nothing is translated
  std::uint64_t page_bytes_;
  Duration walk_;
  std::uint64_t walks_ = 0;
};

}  // namespace gin::emulated
