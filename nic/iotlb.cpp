#include "nic/iotlb.hpp"

#include <algorithm>

namespace gin::emulated {
namespace {

bool translates(const models::IommuProfile& iommu) {
  return iommu.mode == models::IommuMode::translating;
}

}  // namespace

Iotlb::Iotlb(const models::IommuProfile& iommu)
    : cached_(translates(iommu) ? static_cast<std::uint32_t>(iommu.entries) : 0),
      walkers_(translates(iommu) ? static_cast<std::size_t>(iommu.walkers) : 0),
      page_bytes_(static_cast<std::uint64_t>(iommu.page.count)),
      walk_(iommu.miss) {}

Iotlb::Translated Iotlb::look_up(Instant now, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first_page = address / page_bytes_;
  const std::uint64_t last_page = (address + bytes - 1) / page_bytes_;
  const Instant first = known(now, first_page);
  Instant last = first;
  for (std::uint64_t page = first_page + 1; page <= last_page; ++page) last = std::max(last, known(now, page));
  return {first, last};
}

Instant Iotlb::known(Instant now, std::uint64_t page) {
  if (const Instant* const when = cached_.find(page)) return std::max(now, *when);
  Instant& walker = *std::min_element(walkers_.begin(), walkers_.end());
  walker = std::max(now, walker) + walk_;
  cached_.insert(page, walker);
  ++walks_;
  return walker;
}

}  // namespace gin::emulated
