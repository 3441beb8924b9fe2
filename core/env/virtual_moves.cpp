// VirtualEnv: bytes that an agent's own loads and stores move, and posted writes across PCIe.
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/planted.hpp"
#include "core/device/memory_word.hpp"
#include "core/env/virtual_env.hpp"

namespace gin {

/// Returns when the bytes are through, and those of a read are there: how much of that lanes had to wait for what they asked for, at ports and
/// memories that take no time. What the own L2 has kept of a peer's memory does not cross the link.
Duration VirtualEnv::transfer(const Route& route, Bytes bytes) {
  settle();
  Duration alone;
  const Bytes here = world_.kept(who_.pe, route, bytes);
  if (here.count > 0) alone = pass(within(who_.pe, route, here), here);
  if (here.count == 0 || here < bytes) alone = alone + pass(route, {bytes.count - here.count});
  return alone;
}

Duration VirtualEnv::pass(const Route& route, Bytes bytes) {
  const Doing moving(*this, PhaseLog::Kind::move);
  const bool remote = route.peer != who_.pe;
  const Passage taken = world_.transfer(who_.pe, route, bytes);
  const WorldItems& items = world_.items;
  spend(remote ? items.link_queue : items.memory_queue, taken.begin);
  // How many bytes an actor keeps in flight is the launch's choice: what the ports need is what nobody can go
  // below.
  spend(remote ? items.link_transfer : items.memory_transfer, taken.through, taken.held);
  spend(remote ? items.link_latency : items.memory_latency, taken.end);
  advance_to(taken.end);
  const Duration latency = taken.end - taken.through;
  return MoveRate{route.rate.in_flight}.time(bytes, latency) + latency;
}

/// The loads of a put, of which the first are there when this returns. Its stores follow piece by piece; when the
/// last has gone, the memory must have had its turn too.
Passage VirtualEnv::load_source(const CopyLoop& loop, std::uint64_t offset, Bytes bytes) {
  settle();
  const Doing moving(*this, PhaseLog::Kind::move);
  const auto part = static_cast<std::uint64_t>(bytes.count);
  const Passage taken = world_.transfer(who_.pe, {who_.pe, part, true, Pace::loads_of(loop), offset, part}, bytes);
  const Instant first = world_.now() + (taken.end - taken.through);
  spend(world_.items.memory_latency, first);
  advance_to(first);
  return taken;
}

bool VirtualEnv::touch(const Access& access, std::uint64_t lanes) {
  if (access.operations == 0) {
    const Instant begin = local_now();
    const Duration alone = move(access, lanes);
    if (access.instructions > 0) issue(pace_.issuing(access.instructions, lanes), local_now() - begin - alone);
    return true;
  }
  settle();
  const sim::Chain before = chain_;
  const Instant computed = world_.now() + pace_.computing(access.operations);
  move(access, lanes);
  if (computed <= world_.now()) return true;
  // Whoever computes for longer than he loads has not waited for what he loads.
  const Doing computing(*this, PhaseLog::Kind::compute);
  chain_ = before;
  advance_to(computed);
  spend(world_.items.compute, computed);
  return true;
}

/// What lanes compute with what they have loaded. A lane does one after the other; while all wait for ports and memories, for what others
/// ask of them or for more than they give, some are ahead and compute.
void VirtualEnv::issue(Duration all, Duration waited) {
  const Duration left = all - std::min(all, std::max(Duration{}, waited));
  if (left.ps == 0) return;
  settle();
  const Doing computing(*this, PhaseLog::Kind::compute);
  const Instant end = world_.now() + left;
  advance_to(end);
  spend(world_.items.compute, end);
}

/// Returns what transfer does.
Duration VirtualEnv::move(const Access& access, std::uint64_t lanes) {
  const auto bytes = static_cast<std::int64_t>(access.lane_bytes * lanes);
  if (bytes == 0) return {};
  const Route route = route_of(who_.pe, access, pace_, world_.pes[access.pe.value].heap);
  const Bytes near = load_near(route, Bytes{bytes});
  Duration alone = near.count > 0 ? world_.near_time(route, near) : Duration{};
  if (near.count < bytes) alone = alone + transfer(route, Bytes{bytes - near.count});
  auto* data = static_cast<unsigned char*>(const_cast<void*>(access.data));
  if (access.pe != who_.pe && !access.writes && !access.is_phantom)
    world_.payload_passed(data, access.footprint_bytes);
  if (access.pe != who_.pe && access.writes) stored(access);
  return alone;
}

/// To a peer, by what lanes write.
void VirtualEnv::stored(const Access& access) {
  if (late_stores_) [[unlikely]]
    return launch_stored(access);
  auto* data = static_cast<unsigned char*>(const_cast<void*>(access.data));
  stores_acknowledged_ =
      std::max(stores_acknowledged_, world_.now() + world_.machine.store_latency(who_.pe, access.pe) * 2);
  const auto offset = static_cast<std::uint64_t>(data - world_.pes[access.pe.value].heap);
  world_.written(access.pe, offset, access.footprint_bytes, Delivery::store, chain_);
}

/// What a program's own loads find in the L1; a library's copies look at nothing twice.
Bytes VirtualEnv::load_near(const Route& route, Bytes bytes) {
  const Bytes near = World::near(l1_, route, bytes);
  if (near.count == 0) return near;
  settle();
  const Doing moving(*this, PhaseLog::Kind::move);
  const Instant end = world_.now() + world_.near_time(route, near);
  spend(world_.items.memory_l1, end);
  advance_to(end);
  return near;
}

VirtualEnv::Flight& VirtualEnv::start_flight(const Store& store) {
  Flight& flight = flights_.take();
  flight.sender = this;
  flight.store = store;
  flight.chain = chain_;
  flight.stored = !world_.phantom(store.offset, store.bytes);
  return flight;
}

VirtualEnv::Flight& VirtualEnv::launch(const Store& store, const unsigned char* bytes) {
  Flight& flight = start_flight(store);
  const bool is_known = bytes != nullptr && flight.stored;
  if (is_known) flight.payload.assign(world_.blocks, bytes, store.bytes);
  if (late_stores_) [[unlikely]] {
    LateStores::Piece what;
    if (is_known) what.add(world_.pes[store.peer.value].heap + store.offset, bytes, store.bytes);
    launch_late(flight, std::move(what));
    return flight;
  }
  const Duration latency = world_.machine.store_latency(who_.pe, store.peer);
  const Instant arrival = world_.now() + latency;
  if (world_.recorder()) [[unlikely]]
    record_store(store, arrival);
  stores_acknowledged_ = std::max(stores_acknowledged_, arrival + latency);
  world_.schedule_store(store_lane_, arrival, sim::action<&Flight::arrive>(flight));
  return flight;
}

void VirtualEnv::Flight::arrive(std::uint64_t) {
  World& world = sender->world_;
  unsigned char* target = world.pes[store.peer.value].heap + store.offset;
  if (store.kind == Delivery::atomic) {
    sender->apply(atomic);
  } else if (stored) {
    if (source) [[unlikely]]
      sender->read_source(*this);
    if (lanes.runs.empty())
      std::memcpy(target, payload.bytes(), store.bytes);
    else
      lanes.store();
    if (store.kind == Delivery::store) world.payload_passed(target, store.bytes);
  }
  const sim::Chain cause = world.path.extend(chain, world.items.link_latency, world.now());
  world.written(store.peer, store.offset, store.bytes, store.kind, cause, store.number);
  payload.release(world.blocks);
  lanes.clear();
  sender->flights_.give_back(*this);
}

void VirtualEnv::copy(const Copy& copy) {
  const bool load = copy.kind == Copy::Kind::load;
  const auto bytes = static_cast<std::int64_t>(copy.bytes);
  unsigned char* mine = world_.pes[who_.pe.value].heap + copy.local;
  unsigned char* theirs = world_.pes[copy.peer.value].heap + copy.remote;
  if (late_stores_ && load) [[unlikely]]
    wait_for_own(copy.peer, copy.remote, copy.bytes);
  // By the API's order alone the own PE is a peer like any other.
  if ((copy.peer != who_.pe || world_.promises) && !load) {
    const CopyLoop loop = copy.kind == Copy::Kind::packets ? pace_.packets() : pace_.copy;
    const Passage read = load_source(loop, copy.local, Bytes{bytes});
    const Duration latency = read.end - read.through;
    const Duration takes = read.alone - latency + world_.stores_behind(loop, Bytes{bytes}, latency);
    const std::uint64_t there = copy.bytes_there();
    transfer({copy.peer, there, false, posted_stores, 0, 0, takes}, Bytes{static_cast<std::int64_t>(there)});
    const Instant through = std::max(read.end, world_.now());
    spend(world_.items.memory_queue, through);
    advance_to(through);
    if (copy.kind == Copy::Kind::packets) return launch_packets(copy);
    if (late_stores_) [[unlikely]]
      return put_late(copy);
    launch({copy.peer, copy.remote, copy.bytes, Delivery::store, copy.number}, mine);
    return;
  }
  // What has come is stored while the rest is on its way; with the last load, the memory must have had its turn too.
  settle();
  const Passage stored = world_.transfer(who_.pe, {who_.pe, copy.bytes, false, posted_stores}, Bytes{bytes});
  transfer({copy.peer, copy.bytes, true, pace_.copy_load(), copy.remote, copy.bytes}, Bytes{bytes});
  const Instant through = std::max(stored.end, world_.now());
  spend(world_.items.memory_queue, through);
  advance_to(through);
  if (world_.promises && load) [[unlikely]]
    return load_late(copy);
  unsigned char* to = load ? mine : theirs;
  const std::uint64_t offset = load ? copy.local : copy.remote;
  if (!world_.phantom(offset, copy.bytes)) {
    if (copy.kind == Copy::Kind::packets)
      store_packets(to, mine, copy.bytes, copy.flag);
    else
      std::memmove(to, load ? theirs : mine, copy.bytes);
    world_.payload_passed(to, copy.bytes_there());
  }
  world_.written(who_.pe, offset, copy.bytes_there(), load ? Delivery::load : Delivery::store, chain_, copy.number);
}

/// Each may be late by itself, if anybody makes them so.
void VirtualEnv::launch_packets(const Copy& copy) {
  std::vector<Packet> packets(copy.bytes / 8);
  auto* const bytes = reinterpret_cast<unsigned char*>(packets.data());
  store_packets(bytes, world_.pes[who_.pe.value].heap + copy.local, copy.bytes, copy.flag);
  constexpr std::uint64_t factor = sizeof(Packet) / 8;
  const auto parts = late_stores_ ? world_.adversary.parts_of(draw_of(Adversary::Moment::rest), 0, copy.bytes)
                                  : Adversary::Parts{{{0, copy.bytes}}};
  for (const auto& [first, words] : parts) {
    if (words == 0) continue;
    const std::uint64_t begin = first * factor;
    launch({copy.peer, copy.remote + begin, words * factor, Delivery::store, copy.number}, bytes + begin);
  }
}

void VirtualEnv::store(const StoreValue& store) {
  settle();
  if (store.peer == who_.pe && !world_.promises) {
    std::memcpy(world_.pes[store.peer.value].heap + store.remote, &store.value, store.bytes);
    world_.written(store.peer, store.remote, store.bytes, Delivery::value, chain_, store.number);
    return;
  }
  launch({store.peer, store.remote, store.bytes, Delivery::value, store.number},
         reinterpret_cast<const unsigned char*>(&store.value));
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::nvlink)].add(static_cast<std::int64_t>(store.bytes));
  world_.ledger.between.add({who_.pe, store.peer}, static_cast<std::int64_t>(store.bytes));
}

std::uint64_t VirtualEnv::apply(const AtomicMove& atomic) {
  auto& word = *reinterpret_cast<std::uint64_t*>(world_.pes[atomic.peer.value].heap + atomic.remote);
  const std::uint64_t old = word;
  word = applied(atomic.amo, old, atomic.value, atomic.compare);
  return old;
}

std::uint64_t VirtualEnv::atomic(const AtomicMove& atomic) {
  // A release, which waits as a fence does.
  if (!atomic.fetches && !atomic.drained) charge(Cost::fence_system, 1);
  settle();
  if (late_stores_ && atomic.fetches) [[unlikely]]
    wait_for_own(atomic.peer, atomic.remote, 8);
  if (atomic.peer == who_.pe && (atomic.fetches || !world_.promises)) {
    charge(Cost::local_atomic, 1);
    settle();
    const std::uint64_t old = apply(atomic);
    world_.written(atomic.peer, atomic.remote, 8, Delivery::atomic, chain_, atomic.number);
    return old;
  }
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::nvlink)].add(8);
  world_.ledger.between.add({who_.pe, atomic.peer}, 8);
  if (!atomic.fetches) {
    launch({atomic.peer, atomic.remote, 8, Delivery::atomic, atomic.number}).atomic = atomic;
    return 0;
  }
  const Duration there = world_.machine.store_latency(who_.pe, atomic.peer);
  const Instant back = world_.now() + std::max(world_.machine.load_latency(who_.pe, atomic.peer), there);
  advance(there, world_.items.link_latency);
  const std::uint64_t old = apply(atomic);
  world_.written(atomic.peer, atomic.remote, 8, Delivery::atomic, chain_, atomic.number);
  advance(back - world_.now(), world_.items.link_latency);
  return old;
}

void VirtualEnv::drain() {
  settle();
  const Doing fencing(*this, PhaseLog::Kind::fence);
  const Instant fenced = world_.now() + pace_[Cost::fence_system];
  const Instant flushed = fenced + std::exchange(flush_, {});
  // The API's order comes from its fence, not from the drain that a signal needs on this path.
  const bool waits = !world_.promises && !planted(Fault::drain_skipped);
  const Instant until = waits ? std::max(flushed, stores_acknowledged_) : flushed;
  const sim::Item fence = world_.items.cost[static_cast<std::uint32_t>(Cost::fence_system)];
  spend(fence, fenced);
  spend(world_.items.flush, flushed);
  spend(world_.items.store_acknowledge, until);
  advance_to(until);
}

void VirtualEnv::post(Ring<VirtualEnv>& ring, std::uint32_t position, const Command& command) {
  PostedCommand& posted = commands_.take();
  posted = {this, &ring, position, command, chain_};
  if (!who_.on_host) flush_ = std::max(flush_, world_.machine.posted.flush(Posted::command));
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(command.count * 16);
  post({Posted::command}, local_now(), sim::action<&PostedCommand::arrive>(posted));
}

void VirtualEnv::PostedCommand::arrive(std::uint64_t) {
  World& world = sender->world_;
  ring->publish(position, command);
  if (OperationNumbers* const numbers = world.numbers()) [[unlikely]]
    numbers->put_in_slot(&ring->slot(position), command.number);
  if (Recorder* const recorder = world.recorder()) [[unlikely]] {
    recorder->filled(ring->gpu, world.now(), command.count);
  }
  world.waker = world.path.extend(chain, world.items.posted, world.now());
  Gate& gate = *ring->pushed;
  sender->commands_.give_back(*this);
  gate.notify();
}

void VirtualEnv::post(SendQueue<VirtualEnv>& queue, std::uint64_t index, bool carries_request) {
  PostedDoorbell& posted = doorbells_.take();
  posted = {this, &queue, carries_request, who_.is_agent && queue.note != nullptr, chain_};
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(8);
  const bool by_gpu = who_.is_agent && !who_.on_host;
  const Posted what = posted.to_note ? Posted::note : by_gpu ? Posted::doorbell : Posted::cpu_doorbell;
  if (by_gpu) flush_ = std::max(flush_, world_.machine.posted.flush(what));
  post({what, &queue}, local_now(), sim::action<&PostedDoorbell::arrive>(posted, index));
}

void VirtualEnv::PostedDoorbell::arrive(std::uint64_t index) {
  World& world = sender->world_;
  const sim::Chain cause = world.path.extend(chain, world.items.posted, world.now());
  const PostedDoorbell rung = *this;
  sender->doorbells_.give_back(*this);
  if (!rung.to_note) return rung.sender->queues_->rung({*rung.queue->fabric, index, rung.carries_request, cause});
  world.waker = cause;
  rung.queue->announce(index);
  rung.queue->note->notify();
}

void VirtualEnv::publish(std::uint32_t& word, std::uint32_t value, Gate& gate) {
  settle();
  PostedWord& posted = words_.take();
  posted = {this, &word, &gate, chain_};
  world_.ledger.by_link[static_cast<std::uint32_t>(Link::pcie)].add(4);
  post({Posted::word}, world_.now(), sim::action<&PostedWord::arrive>(posted, value));
}

void VirtualEnv::PostedWord::arrive(std::uint64_t value) {
  World& world = sender->world_;
  gin::store<Order::release>(*word, static_cast<std::uint32_t>(value));
  world.waker = world.path.extend(chain, world.items.posted, world.now());
  Gate& woken = *gate;
  sender->words_.give_back(*this);
  woken.notify();
}

}  // namespace gin
