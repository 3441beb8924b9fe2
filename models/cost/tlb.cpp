#include "models/cost/tlb.hpp"

namespace gin::models::cost {

Duration tlb_wait(const TlbLevel& level, Bytes footprint) {
  if (footprint <= level.reach) return {};
  const auto beyond = static_cast<__int128>(footprint.count - level.reach.count);
  return {saturated::from(beyond * level.miss.ps / footprint.count)};
}

Itemised scattered_load(const Profile& p, Bytes footprint, bool remote) {
  if (remote)
    return Itemised().add("nvlink.latency", p.nvlink.load).add("nvlink.tlb", tlb_wait(p.nvlink.tlb, footprint));
  return Itemised()
      .add("memory.latency", p.gpu.load)
      .add("memory.tlb", tlb_wait(p.gpu.tlb, footprint))
      .add("memory.page_walk", tlb_wait(p.gpu.walk, footprint));
}

}  // namespace gin::models::cost
