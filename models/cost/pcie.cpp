#include "models/cost/pcie.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace gin::models::cost {
namespace {

bool joins(Way way, Device one, Device other) {
  return (way.from == one && way.to == other) || (way.from == other && way.to == one);
}

/// One way; a read goes there and back.
Itemised hops(const PcieProfile& pcie, const Crossing& over, std::int64_t times) {
  Itemised cost;
  if (over.root_complex) cost.add("pcie.root_complex", pcie.root_complex * times);
  if (over.socket) cost.add("pcie.socket", pcie.socket * times);
  return cost;
}

}  // namespace

Crossing crossing(const PcieProfile& pcie, const IommuProfile& iommu, Way way) {
  const bool other_socket = pcie.placement == NicPlacement::cross_socket;
  if (joins(way, Device::gpu, Device::cpu)) return {false, other_socket};
  if (!joins(way, Device::gpu, Device::nic)) return {};
  // Whoever translates sits in the root complex, so a switch may not turn a request round below it.
  const bool redirected = iommu.mode == IommuMode::translating;
  return {redirected || pcie.placement != NicPlacement::same_switch, other_socket};
}

Itemised translation(const IommuProfile& iommu, Device from, Lookup lookup) {
  Itemised cost;
  if (from == Device::cpu || iommu.mode == IommuMode::off) return cost;
  if (iommu.mode == IommuMode::passthrough) return cost.add("iommu.passthrough", iommu.passthrough);
  cost.add("iommu.hit", iommu.hit);
  if (lookup == Lookup::miss) cost.add("iommu.miss", iommu.miss);
  return cost;
}

Itemised posted_write(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup) {
  Itemised cost;
  return cost.add("pcie.posted", pcie.posted)
      .add(hops(pcie, crossing(pcie, iommu, way), 1))
      .add(translation(iommu, way.from, lookup));
}

Itemised read(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup) {
  Itemised cost;
  if (way.from == Device::nic && way.to == Device::gpu)
    cost.add("pcie.nic_read", pcie.nic_read);
  else if (way.from == Device::nic && way.to == Device::cpu)
    cost.add("pcie.nic_read_host", pcie.nic_read_host);
  else if (way.from == Device::gpu && way.to == Device::cpu)
    cost.add("pcie.gpu_read_host", pcie.gpu_read_host);
  else if (way.from == Device::cpu && way.to == Device::gpu)
    cost.add("pcie.cpu_read_gpu", pcie.cpu_read_gpu);
  else
    throw Error(Code::bad_input,
                "a read across PCIe: expected the NIC reading GPU or CPU memory, the GPU reading "
                "CPU memory or the CPU reading GPU memory, got another pair");
  return cost.add(hops(pcie, crossing(pcie, iommu, way), 2)).add(translation(iommu, way.from, lookup));
}

Itemised fetch(const PcieProfile& pcie, const IommuProfile& iommu, const NicProfile& nic, Device in,
               Lookup lookup) {
  Itemised cost;
  return cost.add("nic.wqe_fetch", nic.wqe_fetch)
      .add(hops(pcie, crossing(pcie, iommu, {Device::nic, in}), 2))
      .add(translation(iommu, Device::nic, lookup));
}

Itemised copy(const PcieProfile& pcie, const HostProfile& host, Bytes bytes) {
  Itemised cost;
  return cost.add("host.copy", host.copy).add("pcie.transfer", RateClock{host_bandwidth(pcie)}.take(bytes));
}

Bandwidth host_bandwidth(const PcieProfile& pcie) {
  if (pcie.placement != NicPlacement::cross_socket) return pcie.bandwidth;
  return std::min(pcie.bandwidth, pcie.socket_bandwidth);
}

Bandwidth peer_bandwidth(const PcieProfile& pcie, const IommuProfile& iommu) {
  const Crossing over = crossing(pcie, iommu, {Device::nic, Device::gpu});
  Bandwidth least = pcie.bandwidth;
  if (over.root_complex) least = std::min(least, pcie.root_complex_bandwidth);
  if (over.socket) least = std::min(least, pcie.socket_bandwidth);
  return least;
}

}  // namespace gin::models::cost
