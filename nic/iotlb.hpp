// The translations that an IOMMU keeps for one NIC, and the page walks that bring in others.
//
// A request for a page that is cached goes on at once; if the walk for it is still under way, when that is done.
// For any other page a walk begins as soon as a walker is free, and the translation least recently used makes room.
// Only a machine that translates has any of this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/units.hpp"
#include "models/profile.hpp"
#include "nic/recently_used.hpp"

namespace gin::emulated {

class Iotlb {
 public:
  explicit Iotlb(const models::IommuProfile& iommu)
      : page_bytes_(static_cast<std::uint64_t>(iommu.page.count)), walk_(iommu.miss) {
    if (iommu.mode != models::IommuMode::translating) return;
    cached_ = RecentlyUsed(static_cast<std::uint32_t>(iommu.entries));
    walkers_.resize(static_cast<std::size_t>(iommu.walkers));
  }

  /// When the first page of a request is known, and when all of them are.
  struct Translated {
    Instant first;
    Instant last;
  };
  /// A request of `bytes` from `address` on that is made at `now`.
  Translated translate(Instant now, std::uint64_t address, std::uint64_t bytes) {
    if (walkers_.empty() || bytes == 0) return {now, now};
    const std::uint64_t last_page = (address + bytes - 1) / page_bytes_;
    std::uint64_t page = address / page_bytes_;
    const Instant first = known(now, page);
    Instant last = first;
    while (page < last_page) last = std::max(last, known(now, ++page));
    return {first, last};
  }
  std::uint64_t walks() const { return walks_; }

 private:
  Instant known(Instant now, std::uint64_t page) {
    if (const Instant* const when = cached_.find(page)) return std::max(now, *when);
    Instant& walker = *std::ranges::min_element(walkers_);
    walker = std::max(now, walker) + walk_;
    cached_.insert(page, walker);
    ++walks_;
    return walker;
  }

  RecentlyUsed cached_{0};
  std::vector<Instant> walkers_;  // free from then on; none where nothing is translated
  std::uint64_t page_bytes_;
  Duration walk_;
  std::uint64_t walks_ = 0;
};

}  // namespace gin::emulated
