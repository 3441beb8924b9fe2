// VirtualEnv: what an adversary makes late of one actor. Nothing here runs without one.
#include <algorithm>
#include <utility>

#include "core/env/virtual_env.hpp"

namespace gin {
namespace {
using Moment = Adversary::Moment;
}

Adversary::Draw VirtualEnv::draw_of(Moment moment) {
  const std::uint64_t who = std::uint64_t{who_.pe.value} << 32 | std::uint64_t{who_.is_agent} << 31 | who_.number;
  return {moment, who, draws_[static_cast<std::uint32_t>(moment)]++};
}

Duration VirtualEnv::late(Moment moment) {
  return world_.adversary.late(draw_of(moment));
}

/// It is descheduled for a while, or not. Whoever looks into many rings would be slower than all messages, and always too late to see
/// one overtaken.
void VirtualEnv::hesitate() {
  if (!fiber_) return;  // it has not begun
  std::uint64_t& steps = draws_[static_cast<std::uint32_t>(Moment::step)];
  if (who_.rings > 1 && steps % who_.rings != 0) {
    ++steps;
    return;
  }
  if (const Duration while_ago = late(Moment::step); while_ago > Duration{}) advance(while_ago, world_.items.late);
}

/// Stores of a GPU may overtake each other, but not those to one word, whose writers take turns: a queue's note. A CPU's
/// keep their order.
void VirtualEnv::post_late(const PostedTo& to, Instant when, sim::Action arrive) {
  Instant arrival = when + world_.machine.posted[to.what] + late(Moment::posted);
  const bool by_cpu = to.what == Posted::cpu_doorbell || to.what == Posted::word;
  if (by_cpu || to.what == Posted::note) {
    // Later, not at the same moment: there the order is that of the actors.
    Instant& earlier = by_cpu ? posted_by_cpu_ : world_.newest_note[to.place];
    arrival = earlier = std::max(arrival, earlier + picoseconds(1));
  }
  world_.simulation.schedule(actor_, arrival, arrive);
}

/// `what` it stores is empty where that is not known yet, or no bytes.
void VirtualEnv::launch_late(Flight& flight, LateStores::Piece what) {
  const Store& store = flight.store;
  const Duration latency = store.peer == who_.pe ? Duration{} : world_.machine.store_latency(who_.pe, store.peer);
  const Instant arrival = late_stores_->arrival({.context = context_,
                                                 .peer = store.peer,
                                                 .at = world_.pes[store.peer.value].heap + store.offset,
                                                 .bytes = store.bytes,
                                                 .number = store.number,
                                                 .is_signal = store.kind == Delivery::atomic},
                                                world_.now() + latency + late(Moment::store), std::move(what));
  stores_acknowledged_ = std::max(stores_acknowledged_, arrival + latency);
  if (world_.recorder()) record_store(store, arrival);
  world_.simulation.schedule(actor_, arrival, sim::action<&Flight::arrive>(flight));
}

/// A put whose stores are on their way, in a few pieces. By the API's order its source may be read as late.
void VirtualEnv::put_late(const Copy& copy) {
  const unsigned char* const mine = world_.pes[who_.pe.value].heap + copy.local;
  if (world_.phantom(copy.remote, copy.bytes)) {
    launch({copy.peer, copy.remote, copy.bytes, Delivery::store, copy.number}, mine);
    return;
  }
  for (const auto& [begin, bytes] : world_.adversary.parts_of(draw_of(Moment::rest), copy.remote, copy.bytes)) {
    if (bytes == 0) continue;
    const Store part{copy.peer, copy.remote + begin, bytes, Delivery::store, copy.number};
    if (!world_.promises) {
      launch(part, mine + begin);
      continue;
    }
    Flight& flight = launch(part);
    flight.source = mine + begin;
    late_reads_.leaves(flight, {context_, copy.number});
  }
}

/// By the API's order a get may load until somebody waits for it.
void VirtualEnv::load_late(const Copy& copy) {
  const bool is_phantom = world_.phantom(copy.remote, copy.bytes);
  const auto parts = is_phantom ? Adversary::Parts{{{0, copy.bytes}}}
                                : world_.adversary.parts_of(draw_of(Moment::rest), copy.local, copy.bytes);
  for (const auto& [begin, bytes] : parts) {
    if (bytes == 0) continue;
    Flight& flight = start_flight({who_.pe, copy.local + begin, bytes, Delivery::load, copy.number});
    if (flight.stored) flight.source = world_.pes[copy.peer.value].heap + copy.remote + begin;
    const Instant there = world_.now() + late(Moment::store);
    late_reads_.loads(there, {context_, copy.number});
    world_.simulation.schedule(actor_, there, sim::action<&Flight::arrive>(flight));
  }
}

/// What lanes have stored through that view is on its way.
void VirtualEnv::launch_stored(const Access& access) {
  context_ = late_stores_->context();
  const LateStores::Piece all = late_stores_->stored(access);
  if (all.data.empty()) return;
  const auto place = reinterpret_cast<std::uintptr_t>(all.begin());
  const Adversary::Run run = world_.adversary.parts_of(draw_of(Moment::rest), place, all.data.size())[1];
  for (LateStores::Piece& piece : all.cut(run.begin, run.bytes)) {
    const auto offset = static_cast<std::uint64_t>(piece.begin() - world_.pes[access.pe.value].heap);
    Flight& flight = start_flight({access.pe, offset, piece.span(), Delivery::store, 0});
    launch_late(flight, piece);
    flight.lanes = std::move(piece);
  }
}

void VirtualEnv::keep_promise(Asked what, std::uint32_t context) {
  switch (what) {
    case Asked::order:
      late_stores_->fence(context);
      world_.promises->fence({actor_, context});
      return;
    case Asked::newest:
    case Asked::sources:
      read_asked(what, context);
      return;
    case Asked::completion:
      settle();
      if (const Instant there = late_stores_->all_there(context); there > world_.now())
        advance(there - world_.now(), world_.items.late);
      wait_for_promised(context);
      return;
  }
}

/// What it stores by itself `late_stores_` keeps; a CPU sends, whoever the peer is.
void VirtualEnv::promise(const Operation* operations, std::uint32_t count, std::uint32_t context) {
  newest_ = operations[0].number;
  for (std::uint32_t i = 0; i < count; ++i)
    if (who_.paths(operations[i].peer) != Path::pointer || is_two_sided(operations[i].op))
      world_.promises->issued({actor_, context}, operations[i]);
}

/// A completion says that a source may be written again; what quiet promises is more.
void VirtualEnv::wait_for_promised(std::uint32_t context) {
  Promises& promises = *world_.promises;
  const Promises::Issuer me{actor_, context};
  sim::Gate& progress = promises.progress(me);
  for (;;) {
    const std::uint64_t seen = progress.observe();
    if (promises.all_there(me)) return;
    idle(progress, seen, {"quiet", "operations to be visible", Waiting::Of::nothing, 0, 0, 0}, Instant::never());
  }
}

void VirtualEnv::read_source(Flight& flight) {
  flight.payload.assign(world_.blocks, flight.source, flight.store.bytes);
  flight.source = nullptr;
  late_reads_.was_read(flight);
}

/// Sources of the context's puts are free from here on, and what its gets bring is there: of all, or of the newest call.
void VirtualEnv::read_asked(Asked what, std::uint32_t context) {
  settle();  // of what looking for completions took
  const std::uint32_t from = what == Asked::sources ? 0 : newest_;
  for (Flight* const put : late_reads_.unread({context, from})) read_source(*put);
  if (const Instant there = late_reads_.there({context, from}); there > world_.now())
    advance(there - world_.now() + picoseconds(1), world_.items.late);
  late_reads_.forget_before(world_.now());

  Promises& promises = *world_.promises;
  const Promises::Issuer me{actor_, context};
  promises.read_from(me, from);
  sim::Gate& progress = promises.progress(me);
  for (;;) {
    const std::uint64_t seen = progress.observe();
    if (!promises.is_landing(me, from)) return;
    idle(progress, seen, {"flush", "what gets bring", Waiting::Of::nothing, 0, 0, 0}, Instant::never());
  }
}

void VirtualEnv::wait_for_own(Pe peer, std::uint64_t offset, std::uint64_t bytes) {
  settle();
  const LateStores::Store from{.context = context_,
                               .peer = peer,
                               .at = world_.pes[peer.value].heap + offset,
                               .bytes = bytes,
                               .number = 1};  // an operation, not lanes by themselves
  if (const Instant there = late_stores_->before_load(from); there > world_.now())
    advance(there - world_.now(), world_.items.late);
}

}  // namespace gin
