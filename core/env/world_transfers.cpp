// World: bytes that actors move by loads and stores, on what they share.
#include <algorithm>

#include "core/env/world.hpp"

namespace gin {

sim::Service World::cross(Pe from, Pe to, Bytes bytes, bool is_read) {
  if (machine.mesh.gpus == 0) {
    const sim::Service out = pes[from.value].link_out.reserve(now(), bytes, is_read);
    const sim::Service in = pes[to.value].link_in.reserve(now(), bytes, is_read);
    if (is_read) {
      pes[to.value].link_out.request(now(), bytes);
      pes[from.value].link_in.request(now(), bytes);
    }
    if (recorder()) {
      recorder()->busy({from, Recorder::Show::nvlink_out}, out, bytes);
      recorder()->busy({to, Recorder::Show::nvlink_in}, in, bytes);
    }
    return {std::max(out.begin, in.begin), std::max(out.end, in.end)};
  }
  LinkPort* const of_node = mesh_links(from);
  sim::Service whole{now(), now()};
  // A relay passes pieces on as they come, so the links of a way work at the same time.
  for (const std::uint32_t link : machine.mesh.way(from, to).links) {
    const sim::Service turn = of_node[link].reserve(now(), bytes, is_read);
    if (recorder() && (recorder()->keeps(from) || recorder()->keeps(to)))
      recorder()->busy({Pe{from.value / machine.mesh.gpus * machine.mesh.gpus}, Recorder::Show::mesh_link, link},
                       turn, bytes);
    whole = {std::max(whole.begin, turn.begin), std::max(whole.end, turn.end)};
  }
  return whole;
}

/// Each load takes its turn on whatever others load through as well, and is away for the rest of its round.
Duration World::queueing(Pe me, const Route& route, Bytes bytes, Duration latency) {
  Duration longest;
  const Bytes window = route.rate.in_flight;
  if (!route.is_read || bytes <= window) return longest;
  share(me, route, [&](LoadsUnderWay& loads, Bandwidth rate) {
    const std::int64_t others = loads.at(now()).count / window.count;
    if (others == 0) return;
    const Duration service = RateClock{rate}.take(window);
    const Duration away = std::max(Duration{}, route.rate.round(latency) - service);
    longest = std::max(longest, queue(service, away).wait(others));
  });
  return longest;
}

/// Visits what bytes of the route share with other loads, and how fast it is.
template <class Visit>
void World::share(Pe me, const Route& route, Visit visit) {
  PeWorld& mine = pes[me.value];
  if (route.peer == me) {
    const bool cached = in_l2(route);
    visit(cached ? mine.l2_loads : mine.hbm_loads, cached ? machine.memory.l2 : machine.memory.hbm);
  } else if (machine.mesh.gpus == 0) {
    visit(pes[route.peer.value].link_out.loads, machine.link.read);
    visit(mine.link_in.loads, machine.link.read);
  } else {
    LinkPort* const of_node = mesh_links(me);
    for (const std::uint32_t link : machine.mesh.way(route.peer, me).links)
      visit(of_node[link].loads, of_node[link].read.rate);
  }
}

/// What the L2 that answers has to hold: others may load from the same memory, whatever a caller knows of his own.
std::uint64_t World::footprint(const Route& route) {
  if (!route.is_read || route.part == 0) return route.footprint;
  const auto l2 = static_cast<std::uint64_t>(machine.memory.l2_size.count);
  WorkingSet& loaded = pes[route.peer.value].loaded;
  return std::max(route.footprint, loaded.with({route.offset, route.offset + route.part}, now(), l2));
}

Passage World::transfer(Pe me, const Route& asked, Bytes bytes) {
  PeWorld& mine = pes[me.value];
  Route route = asked;
  route.footprint = footprint(asked);
  const Pe peer = route.peer;
  const bool is_read = route.is_read;
  const bool remote = peer != me;
  const bool cached = in_l2(route);
  const Bytes window = std::min(bytes, route.rate.in_flight);
  const Bytes run = route.rate.run.count > 0 ? std::min(window, route.rate.run) : window;
  sim::Service service;
  Duration latency;
  if (remote) {
    service = is_read ? cross(peer, me, bytes, is_read) : cross(me, peer, bytes, is_read);
    latency = is_read ? machine.load_latency(me, peer) : machine.store_latency(me, peer);
    if (is_read && !cached) latency += machine.link.from_hbm + machine.memory.interleave.wait(run);
    if (is_read) latency += machine.link.tlb.wait(route.footprint);
  } else {
    service = (cached ? mine.l2 : mine.hbm).reserve(now(), bytes);
    latency = cached ? machine.memory.l2_load : machine.memory.hbm_load + machine.memory.interleave.wait(run);
    latency += machine.memory.tlb.wait(route.footprint) + machine.memory.walk.wait(route.footprint);
  }
  const Duration held = service.end - service.begin;
  // Who shares a port gets its turn in small pieces, so an actor's own pace counts from the start. Whoever is
  // there first is not held up by those who come later; the last of them tells how long all take.
  const Duration own = std::max(route.takes, route.rate.time(bytes, latency + queueing(me, route, bytes, latency)));
  service.end = std::max(service.end, now() + own);
  if (is_read) {
    share(me, route, [&](LoadsUnderWay& loads, Bandwidth) { loads.add(window, service.end); });
    if (route.part > 0) pes[peer.value].loaded.add({route.offset, route.offset + route.part}, service.end);
  }
  ledger.by_link[static_cast<std::uint32_t>(remote ? Link::nvlink : Link::memory)].add(bytes.count);
  if (remote) ledger.between.add(is_read ? PePair{peer, me} : PePair{me, peer}, bytes.count);
  if (!is_read) latency = {};
  return {service.begin, service.end, service.end + latency, own + latency, held};
}

Duration World::stores_behind(const CopyLoop& loop, Bytes bytes, Duration latency) {
  if (bytes <= loop.window || loop.warps == 1) return loop.stores(bytes, {});
  return loop.stores(bytes, queue(loop.piece(), latency).wait(loop.warps - 1));
}

Bytes World::near(KeptLines& lines, const Route& route, Bytes bytes) {
  if (!lines.keeps() || !route.is_read || route.part == 0) return {};
  const std::uint64_t found = lines.load({route.peer, route.offset, route.part});
  return found == route.part ? bytes : std::min(bytes, Bytes{static_cast<std::int64_t>(found)});
}

Duration World::near_time(const Route& route, Bytes bytes) const {
  const L1Model& l1 = machine.memory.l1;
  return MoveRate{route.rate.in_flight, l1.rate}.time(bytes, l1.load) + l1.load;
}

}  // namespace gin
