#include "core/env/paced_actor.hpp"

#include <algorithm>

#include "core/device/memory_word.hpp"
#include "core/env/wall_env.hpp"

namespace gin {

PacedActor::PacedActor(PacedWorld& world, Pe me, const Pace& pace, DoorbellHearer* hearer)
    : world_(world),
      me_(me),
      pace_(pace),
      machine_(world.visit()->machine),
      l1_(machine_.memory.l1.size),
      hearer_(hearer),
      command_lane_(world.visit()->simulation.add_actor()),
      doorbell_lane_(command_lane_.cause()),
      word_lane_(command_lane_.cause()),
      store_lane_(command_lane_.cause()),
      blocks_(world.visit()->blocks) {}

PacedActor::Time PacedActor::transfer(const Route& route, std::uint64_t bytes) {
  const auto world = world_.visit();
  const Bytes all{static_cast<std::int64_t>(bytes)}, here = world->kept(me_, route, all);
  Instant end;
  if (here.count > 0) end = world->transfer(me_, within(me_, route, here), here).end;
  if (here.count == 0 || here < all) end = std::max(end, world->transfer(me_, route, {all.count - here.count}).end);
  return world_.when(end);
}

PacedActor::Time PacedActor::load(const Route& route, std::uint64_t bytes) {
  const Bytes near = World::near(l1_, route, {static_cast<std::int64_t>(bytes)});
  const auto found = static_cast<std::uint64_t>(near.count);
  if (found < bytes) return transfer(route, bytes - found);
  const auto world = world_.visit();
  return world_.when(world->now() + world->near_time(route, near));
}

PacedActor::Loads PacedActor::load_source(const Copy& copy) {
  const auto world = world_.visit();
  const Bytes bytes{static_cast<std::int64_t>(copy.bytes)};
  const CopyLoop loop = copy.kind == Copy::Kind::packets ? pace_.packets() : pace_.copy;
  const Route route{me_, copy.bytes, true, Pace::loads_of(loop), copy.local, copy.bytes};
  const Passage taken = world->transfer(me_, route, bytes);
  const Duration latency = taken.end - taken.through;
  return {world_.when(world->now() + latency), world_.when(taken.end),
          taken.alone - latency + world->stores_behind(loop, bytes, latency)};
}

void PacedActor::acquire() {
  l1_.forget();
  if (machine_.memory.keeps_remote) world_.visit()->acquire(me_);
}

void PacedActor::stored(Pe peer) {
  const auto world = world_.visit();
  stores_acknowledged_ = std::max(stores_acknowledged_, world->now() + machine_.store_latency(me_, peer) * 2);
}

PacedActor::Time PacedActor::drained() {
  const auto world = world_.visit();
  const Duration fence = pace_[Cost::fence_system] + std::exchange(flush_, {});
  return world_.when(std::max(world->now() + fence, stores_acknowledged_));
}

PacedActor::Store& PacedActor::launch(World& world, Pe peer, std::uint64_t remote, std::uint64_t bytes) {
  Store& store = stores_.take();
  store.sender = this;
  store.target = world.pes[peer.value].heap + remote;
  store.bytes = bytes;
  store.is_atomic = store.is_packets = false;
  const Duration latency = machine_.store_latency(me_, peer);
  const Instant arrival = world.now() + latency;
  stores_acknowledged_ = std::max(stores_acknowledged_, arrival + latency);
  world.schedule_store(store_lane_, arrival, sim::action<&Store::arrive>(store));
  return store;
}

void PacedActor::store(const Copy& copy) {
  const auto world = world_.visit();
  const unsigned char* mine = world->pes[me_.value].heap + copy.local;
  Store& store = launch(*world, copy.peer, copy.remote, copy.bytes);
  store.payload.assign(blocks_, mine, copy.bytes);
  store.is_packets = copy.kind == Copy::Kind::packets;
  store.flag = copy.flag;
}

void PacedActor::store(const StoreValue& value) {
  const auto world = world_.visit();
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value.value);
  launch(*world, value.peer, value.remote, value.bytes).payload.assign(blocks_, bytes, value.bytes);
}

void PacedActor::apply(const AtomicMove& atomic) {
  const auto world = world_.visit();
  Store& store = launch(*world, atomic.peer, atomic.remote, 8);
  store.is_atomic = true;
  store.atomic = atomic;
}

void PacedActor::Store::arrive(std::uint64_t) {
  if (is_atomic)
    apply_atomic(target, atomic.amo, atomic.value, atomic.compare);
  else if (is_packets)
    store_packets(target, payload.bytes(), bytes, flag);
  else
    store_bytes(target, payload.bytes(), bytes);
  payload.release(sender->blocks_);
  sender->stores_.give_back(*this);
}

void PacedActor::post(Ring<WallEnv>& ring, std::uint32_t position, const Command& command) {
  const auto world = world_.visit();
  PostedCommand& posted = commands_.take();
  posted = {this, &ring, position, command};
  flush_ = std::max(flush_, machine_.posted.flush(Posted::command));
  world->simulation.schedule(command_lane_, world->now() + machine_.posted[Posted::command],
                             sim::action<&PostedCommand::arrive>(posted));
}

void PacedActor::PostedCommand::arrive(std::uint64_t) {
  ring->publish(position, command);
  sender->commands_.give_back(*this);
}

void PacedActor::post(SendQueue<WallEnv>& queue, std::uint64_t index) {
  const auto world = world_.visit();
  PostedDoorbell& posted = doorbells_.take();
  posted = {this, queue.fabric};
  flush_ = std::max(flush_, machine_.posted.flush(Posted::doorbell));
  world->simulation.schedule(doorbell_lane_, world->now() + machine_.posted[Posted::doorbell],
                             sim::action<&PostedDoorbell::arrive>(posted, index));
}

void PacedActor::PostedDoorbell::arrive(std::uint64_t index) {
  sender->hearer_->rung({*queue, index, false});
  sender->doorbells_.give_back(*this);
}

void PacedActor::publish(std::uint32_t& word, std::uint32_t value) {
  const auto world = world_.visit();
  const auto arrive = [](void* at, std::uint64_t arrived) {
    // Release: what the CPU wrote before it, fetched bytes for instance, is visible after it.
    gin::store<Order::release>(*static_cast<std::uint32_t*>(at), static_cast<std::uint32_t>(arrived));
  };
  world->simulation.schedule(word_lane_, world->now() + machine_.posted[Posted::word], {arrive, &word, value});
}

}  // namespace gin
