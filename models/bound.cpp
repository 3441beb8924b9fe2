// Rounded as the simulator rounds: RateClock gives a sum of transfers the same time as one transfer of their sum.
#include "models/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

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

/// Finds out which of the places needs longest for `part` of what it carries.
template <class Place, class Rate, class Part>
Bound::Need busiest(const char* kind, const std::vector<Place>& places, const Rate& rate, Part Place::*part) {
  constexpr bool of_nic = std::is_same_v<Place, NicTraffic>;
  Bound::Need most{kind, of_nic ? Bound::Owner::nic : Bound::Owner::gpu, 0, {}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Duration own = needed(rate, places[i].*part);
    if (own > most.time) most.place = i, most.time = own;
  }
  return most;
}

}  // namespace

Bound bound_of(const Profile& p, const MachineTraffic& traffic) {
  Bound bound;
  if (!traffic.gpus.empty()) bound.rails = std::max<std::size_t>(1, traffic.nics.size() / traffic.gpus.size());
  const Bandwidth messages{p.nic.messages_per_second}, atomics{p.nic.atomics_per_second};
  const Bandwidth pcie =
      p.pcie.gpudirect != 0 ? cost::peer_bandwidth(p.pcie, p.iommu) : cost::host_bandwidth(p.pcie);
  bound.needs = {
      busiest("nic.line_out", traffic.nics, p.nic.line, &NicTraffic::line_out),
      busiest("nic.line_in", traffic.nics, p.nic.line, &NicTraffic::line_in),
      busiest("nic.messages_out", traffic.nics, messages, &NicTraffic::messages_out),
      busiest("nic.messages_in", traffic.nics, messages, &NicTraffic::messages_in),
      busiest("nic.atomics", traffic.nics, atomics, &NicTraffic::atomics),
      busiest("pcie.read", traffic.gpus, pcie, &GpuTraffic::pcie_read),
      busiest("pcie.written", traffic.gpus, pcie, &GpuTraffic::pcie_written),
      busiest("nvlink.out", traffic.gpus, p.nvlink, &GpuTraffic::link_out),
      busiest("nvlink.in", traffic.gpus, p.nvlink, &GpuTraffic::link_in),
      busiest("memory.l2", traffic.gpus, p.gpu.l2, &GpuTraffic::l2),
      busiest("memory.hbm", traffic.gpus, p.gpu.hbm, &GpuTraffic::hbm),
      {"latency", Bound::Owner::nobody, 0, traffic.latency},
  };
  std::erase_if(bound.needs, [](const Bound::Need& need) { return need.time <= Duration{}; });
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
