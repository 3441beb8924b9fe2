#include "core/env/world.hpp"

namespace gin {

World::World(const Machine& m, const WorldOptions& o, std::uint32_t n)
    : machine(m),
      options(o),
      adversary({.reach = o.adversary, .seed = o.seed, .one_in = o.late_one_in}),
      ledger(n),
      pes(n) {
  if (adversary.is_contract()) promises.emplace();
  for (std::uint32_t i = 0; i < cost_count; ++i) items.cost[i] = path.item(name(static_cast<Cost>(i)));
  for (const Cost latency : {Cost::word_poll, Cost::local_atomic, Cost::fence_system, Cost::fence_device})
    items.cost[static_cast<std::uint32_t>(latency)] = path.bare_item(name(latency));
  items.posted = path.bare_item("pcie.posted_write");
  items.link_queue = path.item("nvlink.queue");
  items.link_transfer = path.item("nvlink.transfer");
  items.link_latency = path.bare_item("nvlink.latency");
  items.memory_l1 = path.bare_item("memory.l1");
  items.memory_queue = path.item("memory.queue");
  items.memory_transfer = path.item("memory.transfer");
  items.memory_latency = path.bare_item("memory.latency");
  items.flush = path.bare_item("pcie.flush");
  items.store_acknowledge = path.bare_item("nvlink.store_acknowledge");
  items.poll_grid = path.item("proxy.poll_grid");
  items.deadline = path.item("agent.deadline");
  items.enqueue = path.item("host.enqueue");
  items.stream_start = path.item("host.stream_start");
  items.memory_write = path.item("pcie.memory_write");
  items.compute = path.bare_item("agent.compute");
  items.late = path.item("agent.late");
  for (PeWorld& pe : pes) {
    pe.l2 = sim::Pipe(m.memory.l2);
    pe.hbm = sim::Pipe(m.memory.hbm);
    pe.link_out = pe.link_in = {{}, {m.link.read}, {m.link.write}, {}, {}, {}, {m.link.requests}};
    if (m.memory.keeps_remote) pe.remote_lines = KeptLines(m.memory.l2_size);
  }
  if (m.mesh.gpus == 0) return;
  for (std::uint32_t first = 0; first < n; first += m.mesh.gpus)
    for (const LinkMesh::Link& link : m.mesh.links) mesh_links_.push_back({{}, {link.read}, {link.write}, {}, {}});
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
