#include "models/cost/memory.hpp"

#include <algorithm>

#include "core/base/closed_queue.hpp"
#include "models/cost/tlb.hpp"

namespace gin::models::cost {
namespace {

Bytes in_flight(const GpuProfile& gpu, Lanes lanes) {
  const std::int64_t of_block = gpu.in_flight_block.count * lanes.of_block / whole_block;
  const Bytes by_scope[] = {gpu.in_flight_thread, gpu.in_flight_warp, {std::max<std::int64_t>(1, of_block)}};
  return by_scope[static_cast<int>(lanes.scope)];
}

// What a warp loads or stores with one instruction.
constexpr std::int64_t warp_bytes = std::int64_t{32} * 16;
// An L1 takes sectors, so a single thread that goes through memory finds every other of its loads there: measured
// on an H200, 98 ns each where one that misses takes 161.
constexpr std::int64_t sector_bytes = 32;

Bytes share_of(const Transfer& of) {
  return {(of.bytes.count + of.agents - 1) / of.agents};
}

/// How much later each agent's loads come because `others` keep as many in flight through the same place. Nobody
/// waits for what fits into flight at once.
Duration queueing(const MoveRate& rate, Duration latency, Bandwidth place, std::int64_t others) {
  const Duration service = RateClock{place}.take(rate.in_flight);
  const Duration round = std::max(latency, RateClock{rate.most}.take(rate.in_flight));
  return ClosedQueue(service, std::max(Duration{}, round - service)).wait(others);
}

Itemised one_pass(const Profile& p, const Transfer& of) {
  const Bandwidth at_port = of.writes ? p.nvlink.write : p.nvlink.read;
  const Bandwidth place = of.remote ? at_port : home_rate(p.gpu, of.footprint);
  const Bytes share = share_of(of);
  const bool stores = of.remote && of.writes;
  const MoveRate rate = stores ? MoveRate{share, store_rate(p.gpu, of.scope)} : load_rate(p.gpu, of.scope);
  const Load window{std::min(share, rate.in_flight), of.footprint, of.remote};
  const Duration latency = stores ? p.nvlink.store : load_latency(p, window);
  const bool waits = !of.writes && share > rate.in_flight;
  const Duration own =
      paced(rate, share, waits ? latency + queueing(rate, latency, place, of.agents - 1) : latency);
  const Duration shared = RateClock{place}.take(of.bytes);
  Itemised cost;
  cost.add(of.remote ? "nvlink.transfer" : "memory.transfer", std::max(own, shared));
  if (!of.writes) cost.add(of.remote ? "nvlink.latency" : "memory.latency", latency);
  return cost;
}

}  // namespace

Duration paced(const MoveRate& rate, Bytes bytes, Duration latency) {
  const auto later = static_cast<__int128>(std::max<std::int64_t>(0, bytes.count - rate.in_flight.count));
  const Duration waiting{saturated::from(later * latency.ps / rate.in_flight.count)};
  if (rate.most.bytes_per_second == 0) return waiting;
  return std::max(waiting, RateClock{rate.most}.take(bytes));
}

Duration load_latency(const Profile& p, const Load& of) {
  const GpuProfile& gpu = p.gpu;
  const bool cached = of.footprint <= gpu.l2_size;
  Duration latency;
  if (of.remote) {
    latency = (cached ? p.nvlink.load : std::max(p.nvlink.load, p.nvlink.load_hbm)) +
              tlb_wait(p.nvlink.tlb, of.footprint);
  } else {
    latency =
        (cached ? gpu.load : gpu.load_hbm) + tlb_wait(gpu.tlb, of.footprint) + tlb_wait(gpu.walk, of.footprint);
  }
  if (cached) return latency;
  return latency + RateClock{hbm_channel(gpu)}.take(std::min(of.run, gpu.hbm_interleave));
}

Bandwidth home_rate(const GpuProfile& gpu, Bytes footprint) {
  return footprint <= gpu.l2_size ? gpu.l2 : gpu.hbm;
}

Bandwidth hbm_channel(const GpuProfile& gpu) {
  return {std::max<std::int64_t>(1, gpu.hbm.bytes_per_second / gpu.hbm_channels)};
}

Bytes l1_of_agent(const GpuProfile& gpu, std::int64_t agents) {
  return {gpu.l1_size.count * gpu.sm_count / std::max(gpu.sm_count, agents)};
}

MoveRate load_rate(const GpuProfile& gpu, Lanes lanes) {
  return {in_flight(gpu, lanes), gpu.sm_load};
}

Bandwidth store_rate(const GpuProfile& gpu, Lanes lanes) {
  const std::int64_t warp = gpu.warp_store.bytes_per_second;
  if (warp == 0) return gpu.sm_store;
  const std::int64_t alone[] = {std::max<std::int64_t>(1, warp / 32), warp, warp * lanes.of_block / 32};
  return {std::min(gpu.sm_store.bytes_per_second, alone[static_cast<int>(lanes.scope)])};
}

CopyLoop copy_loop(const GpuProfile& gpu, Lanes lanes) {
  const std::int64_t part = in_flight(gpu, lanes).count * gpu.copy_in_flight_percent / 100;
  const std::int64_t window = std::max(sector_bytes, part);
  return {{window}, gpu.sm_load, gpu.sm_store, std::max<std::int64_t>(1, window / warp_bytes)};
}

Itemised transfer(const Profile& p, const Transfer& of) {
  Itemised cost = one_pass(p, of);
  Transfer again = of;
  if (p.nvlink.remote_lines == RemoteLines::until_acquire && !of.writes && of.footprint <= p.gpu.l2_size)
    again.remote = false;
  const Bytes share = share_of(of);
  const bool near = !of.writes && share <= l1_of_agent(p.gpu, of.agents);
  const Itemised more =
      near ? Itemised().add("memory.l1",
                            p.gpu.l1_load + paced({in_flight(p.gpu, of.scope), p.gpu.l1}, share, p.gpu.l1_load))
           : one_pass(p, again);
  for (const Item& item : more.items()) cost.add(item.name, item.time * (of.passes - 1));
  return cost;
}

}  // namespace gin::models::cost
