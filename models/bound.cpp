// Rounded as the simulator rounds: RateClock gives a sum of transfers the same time as one transfer of their sum.
#include "models/bound.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/cost/pcie.hpp"

namespace gin::models {
namespace {

Duration needed(Bandwidth rate, const Carried& carried) {
  return RateClock{rate}.take(Bytes{carried.amount}) - carried.late;
}

Duration needed(const NvlinkProfile& nvlink, const LinkTraffic& link) {
  return RateClock{nvlink.read}.take(Bytes{link.loaded}) + RateClock{nvlink.write}.take(Bytes{link.stored}) -
         link.late;
}

/// Adds the one of `places` that `time` says is busy longest.
template <class Place, class Time>
void add_busiest(Bound& bound, Bound::Need busiest, const std::vector<Place>& places, Time time) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Duration own = time(places[i]);
    if (own > busiest.time) busiest.place = i, busiest.time = own;
  }
  if (busiest.time > Duration{}) bound.needs.push_back(busiest);
}

}  // namespace

Bound bound_of(const Profile& p, const MachineTraffic& traffic) {
  Bound bound;
  if (!traffic.gpus.empty()) bound.rails = std::max<std::size_t>(1, traffic.nics.size() / traffic.gpus.size());
  const auto of_nics = [&](const char* kind, Bandwidth rate, Carried NicTraffic::*part) {
    add_busiest(bound, {kind, Bound::Owner::nic, 0, {}}, traffic.nics,
                [&](const NicTraffic& nic) { return needed(rate, nic.*part); });
  };
  const auto of_gpus = [&](const char* kind, Bandwidth rate, Carried GpuTraffic::*part) {
    add_busiest(bound, {kind, Bound::Owner::gpu, 0, {}}, traffic.gpus,
                [&](const GpuTraffic& gpu) { return needed(rate, gpu.*part); });
  };
  const auto of_links = [&](const char* kind, LinkTraffic GpuTraffic::*part) {
    add_busiest(bound, {kind, Bound::Owner::gpu, 0, {}}, traffic.gpus,
                [&](const GpuTraffic& gpu) { return needed(p.nvlink, gpu.*part); });
  };
  of_nics("nic.line_out", p.nic.line, &NicTraffic::line_out);
  of_nics("nic.line_in", p.nic.line, &NicTraffic::line_in);
  of_nics("nic.messages_out", Bandwidth{p.nic.messages_per_second}, &NicTraffic::messages_out);
  of_nics("nic.messages_in", Bandwidth{p.nic.messages_per_second}, &NicTraffic::messages_in);
  of_nics("nic.atomics", Bandwidth{p.nic.atomics_per_second}, &NicTraffic::atomics);
  const Bandwidth pcie =
      p.pcie.gpudirect != 0 ? cost::peer_bandwidth(p.pcie, p.iommu) : cost::host_bandwidth(p.pcie);
  of_gpus("pcie.read", pcie, &GpuTraffic::pcie_read);
  of_gpus("pcie.written", pcie, &GpuTraffic::pcie_written);
  of_links("nvlink.out", &GpuTraffic::link_out);
  of_links("nvlink.in", &GpuTraffic::link_in);
  of_gpus("memory.l2", p.gpu.l2, &GpuTraffic::l2);
  of_gpus("memory.hbm", p.gpu.hbm, &GpuTraffic::hbm);
  if (traffic.latency > Duration{}) bound.needs.push_back({"latency", Bound::Owner::nobody, 0, traffic.latency});
  return bound;
}

const Bound::Need* Bound::binding() const {
  const auto largest = std::ranges::max_element(needs, {}, &Need::time);
  return largest == needs.end() ? nullptr : &*largest;
}

std::string Bound::name_of(const Need& need) const {
  if (need.owner == Owner::nobody) return need.kind;
  const std::size_t per_pe = need.owner == Owner::nic ? rails : 1;
  const std::string text = fmt::format("{} of PE {}", need.kind, need.place / per_pe);
  return per_pe == 1 ? text : fmt::format("{}, rail {}", text, need.place % per_pe);
}

}  // namespace gin::models
