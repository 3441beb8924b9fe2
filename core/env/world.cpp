#include "core/env/world.hpp"

#include <algorithm>
#include <string>

namespace gin {

World::World(const Machine& m, const WorldOptions& o, std::uint32_t n) : machine(m), options(o), ledger(n), pes(n) {
  for (std::uint32_t i = 0; i < cost_count; ++i) items.cost[i] = path.item(name(static_cast<Cost>(i)));
  for (const Cost latency : {Cost::word_poll, Cost::local_atomic, Cost::fence_system})
    items.cost[static_cast<std::uint32_t>(latency)] = path.bare_item(name(latency));
  items.posted = path.bare_item("pcie.posted_write");
  items.link_queue = path.item("nvlink.queue");
  items.link_transfer = path.item("nvlink.transfer");
  items.link_latency = path.bare_item("nvlink.latency");
  items.memory_queue = path.item("memory.queue");
  items.memory_transfer = path.item("memory.transfer");
  items.memory_latency = path.bare_item("memory.latency");
  items.store_acknowledge = path.bare_item("nvlink.store_acknowledge");
  items.poll_grid = path.item("proxy.poll_grid");
  items.deadline = path.item("agent.deadline");
  items.enqueue = path.item("host.enqueue");
  items.stream_start = path.item("host.stream_start");
  for (PeWorld& pe : pes) {
    pe.l2 = sim::Pipe(m.memory.l2);
    pe.hbm = sim::Pipe(m.memory.hbm);
    pe.link_out = pe.link_in = {{}, {m.link.read}, {m.link.write}, {}, {}};
    if (m.memory.keeps_remote) pe.remote_lines = RemoteLines(m.memory.l2_size);
  }
  if (m.mesh.gpus == 0) return;
  for (std::uint32_t first = 0; first < n; first += m.mesh.gpus)
    for (const LinkMesh::Link& link : m.mesh.links) mesh_links_.push_back({{}, {link.read}, {link.write}, {}, {}});
}

sim::Service World::cross(Pe from, Pe to, Bytes bytes, bool is_read) {
  if (machine.mesh.gpus == 0) {
    const sim::Service out = pes[from.value].link_out.reserve(now(), bytes, is_read);
    const sim::Service in = pes[to.value].link_in.reserve(now(), bytes, is_read);
    if (recorder()) {
      recorder()->busy({from, Recorder::Show::nvlink_out}, out, bytes);
      recorder()->busy({to, Recorder::Show::nvlink_in}, in, bytes);
    }
    return {std::max(out.begin, in.begin), std::max(out.end, in.end)};
  }
  LinkPort* const of_node = mesh_links_.data() + from.value / machine.mesh.gpus * machine.mesh.links.size();
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

Passage World::transfer(Pe me, const Route& route, Bytes bytes) {
  PeWorld& mine = pes[me.value];
  const Pe peer = route.peer;
  const std::uint64_t footprint = route.footprint;
  const bool is_read = route.is_read;
  const bool remote = peer != me;
  const bool cached = footprint <= static_cast<std::uint64_t>(machine.memory.l2_size.count);
  sim::Service service;
  Duration latency;
  if (remote) {
    service = is_read ? cross(peer, me, bytes, is_read) : cross(me, peer, bytes, is_read);
    latency = is_read ? machine.load_latency(me, peer) : machine.store_latency(me, peer);
    // What the peer's L2 does not hold comes from its HBM.
    if (is_read && !cached) latency += std::max(Duration{}, machine.memory.hbm_load - machine.memory.l2_load);
    if (is_read) latency += machine.link.tlb.wait(footprint);
  } else {
    service = (cached ? mine.l2 : mine.hbm).reserve(now(), bytes);
    latency = cached ? machine.memory.l2_load : machine.memory.hbm_load;
    latency += machine.memory.tlb.wait(footprint) + machine.memory.walk.wait(footprint);
  }
  const Duration held = service.end - service.begin;
  // Who shares a port gets its turn in small pieces, so an actor's own pace counts from the start.
  const Duration own = route.flow.time(bytes, latency);
  service.end = std::max(service.end, now() + own);
  ledger.by_link[static_cast<std::uint32_t>(remote ? Link::nvlink : Link::memory)].add(bytes.count);
  if (remote) ledger.between.add(is_read ? Crossing{peer, me} : Crossing{me, peer}, bytes.count);
  if (!is_read) latency = {};
  return {service.begin, service.end, service.end + latency, own + latency, held};
}

Bytes World::kept(Pe me, const Route& route, Bytes bytes) {
  RemoteLines& lines = pes[me.value].remote_lines;
  if (!lines.keeps() || !route.is_read || route.peer == me || route.part == 0) return {};
  const std::uint64_t found = lines.load({route.peer, route.offset, route.part});
  return found == route.part ? bytes : std::min(bytes, Bytes{static_cast<std::int64_t>(found)});
}

bool World::in_bulk(std::uint64_t offset) const {
  for (const PeWorld::Region& region : bulk)
    if (offset >= region.begin && offset < region.end) return true;
  return false;
}

void World::written(Pe pe, std::uint64_t offset, std::uint64_t bytes, Delivery kind, sim::Chain cause,
                    std::uint32_t operation) {
  ledger.deliver(pe, {now(), simulation.cause().value, kind, offset, bytes}, operation);
  waker = cause;
  std::vector<PeWorld::ParkedWord>& parked = pes[pe.value].parked;
  for (std::size_t i = 0; i < parked.size();) {
    // A notified waiter takes itself off the list, so the index stays.
    if (parked[i].begin < offset + bytes && offset < parked[i].end)
      parked[i].gate->notify();
    else
      ++i;
  }
}

}  // namespace gin
