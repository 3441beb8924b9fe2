#include "models/cost/pcie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/error.hpp"

namespace gin::models::cost {
namespace {

bool joins(Way way, Device one, Device other) {
  return (way.from == one && way.to == other) || (way.from == other && way.to == one);
}

/// One way; a read goes there and back.
Itemised hops(const PcieProfile& pcie, const Crossing& over, std::int64_t times) {
  return Itemised()
      .add("pcie.root_complex", over.root_complex ? pcie.root_complex * times : Duration{})
      .add("pcie.socket", over.socket ? pcie.socket * times : Duration{});
}

Itemised bare_read(const PcieProfile& pcie, Way way) {
  const bool by_nic = way.from == Device::nic;
  if (by_nic && way.to == Device::gpu) return Itemised().add("pcie.nic_read", pcie.nic_read);
  if (by_nic && way.to == Device::cpu) return Itemised().add("pcie.nic_read_host", pcie.nic_read_host);
  if (way.from == Device::gpu && way.to == Device::cpu)
    return Itemised().add("pcie.gpu_read_host", pcie.gpu_read_host);
  if (way.from == Device::cpu && way.to == Device::gpu)
    return Itemised().add("pcie.cpu_read_gpu", pcie.cpu_read_gpu);
  const auto name = [](Device device) { return std::array{"GPU", "NIC", "CPU"}[static_cast<std::size_t>(device)]; };
  throw Error(Code::bad_input,
              fmt::format("a read across PCIe: expected the NIC reading GPU or CPU memory, the GPU "
                          "reading CPU memory or the CPU reading GPU memory, got the {} reading {} memory",
                          name(way.from), name(way.to)));
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
  if (from == Device::cpu || iommu.mode == IommuMode::off) return {};
  if (iommu.mode == IommuMode::passthrough) return Itemised().add("iommu.passthrough", iommu.passthrough);
  return Itemised().add("iommu.hit", iommu.hit).add("iommu.miss", lookup == Lookup::miss ? iommu.miss : Duration{});
}

Itemised posted_write(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup) {
  return Itemised()
      .add("pcie.posted", pcie.posted)
      .add(hops(pcie, crossing(pcie, iommu, way), 1))
      .add(translation(iommu, way.from, lookup));
}

Duration posted_time(const Profile& profile, Way way) {
  return posted_write(profile.pcie, profile.iommu, way).total();
}

Itemised read(const PcieProfile& pcie, const IommuProfile& iommu, Way way, Lookup lookup) {
  return bare_read(pcie, way)
      .add(hops(pcie, crossing(pcie, iommu, way), 2))
      .add(translation(iommu, way.from, lookup));
}

Itemised fetch(const PcieProfile& pcie, const IommuProfile& iommu, const NicProfile& nic, Device in,
               Lookup lookup) {
  return Itemised()
      .add("nic.wqe_fetch", nic.wqe_fetch)
      .add(hops(pcie, crossing(pcie, iommu, {Device::nic, in}), 2))
      .add(translation(iommu, Device::nic, lookup));
}

Itemised copy(const PcieProfile& pcie, const HostProfile& host, Bytes bytes) {
  return Itemised().add("host.copy", host.copy).add("pcie.transfer", RateClock{host_bandwidth(pcie)}.take(bytes));
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
