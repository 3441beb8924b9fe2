#include "models/cost/memory.hpp"

#include <algorithm>

namespace gin::models::cost {

Duration paced(const Pace& pace, Bytes bytes, Duration latency) {
  const auto later = static_cast<__int128>(std::max<std::int64_t>(0, bytes.count - pace.in_flight.count));
  const Duration waiting{static_cast<std::int64_t>(later * latency.ps / pace.in_flight.count)};
  return std::max(waiting, RateClock{pace.most}.take(bytes));
}

Itemised transfer(const Profile& p, const Transfer& of) {
  const Bytes in_flight[] = {p.gpu.in_flight_thread, p.gpu.in_flight_warp, p.gpu.in_flight_block};
  const bool cached = of.footprint <= p.gpu.l2_size;
  const Bandwidth at_home = cached ? p.gpu.l2 : p.gpu.hbm;
  const Bandwidth at_port = of.writes ? p.nvlink.write : p.nvlink.read;
  Duration latency = cached ? p.gpu.load : p.gpu.load_hbm;
  if (of.remote) {
    latency = of.writes ? p.nvlink.store : p.nvlink.load;
    if (!of.writes && !cached) latency += std::max(Duration{}, p.gpu.load_hbm - p.gpu.load);
  }
  const Pace pace = {in_flight[static_cast<int>(of.scope)],
                     of.remote && of.writes ? p.gpu.sm_store : p.gpu.sm_load};
  const Bytes share{(of.bytes.count + of.agents - 1) / of.agents};
  const Duration own = paced(pace, share, latency);
  const Duration shared = RateClock{of.remote ? at_port : at_home}.take(of.bytes);
  Itemised cost;
  cost.add(of.remote ? "nvlink.transfer" : "memory.transfer", std::max(own, shared));
  if (!of.writes) cost.add(of.remote ? "nvlink.latency" : "memory.latency", latency);
  return cost;
}

}  // namespace gin::models::cost
