#include "nic/node_copies.hpp"

#include <cstring>

#include "core/fabric/slots.hpp"

namespace gin::emulated {

bool NodeCopies::joins(Pe me, Pe peer) const {
  if (!network_.rules().near_sends) return false;
  const Path path = cpu_.who().paths(peer);
  const std::uint32_t per_node = network_.rules().pes_per_node;
  return path == Path::pointer || (path == Path::host && me.value / per_node == peer.value / per_node);
}

void NodeCopies::begin(const NearMatch& match) {
  Copy& copy = under_way_.take();
  copy = {this, match, cpu_.chain()};
  later<&Copy::move>(copy, world().now() + world().machine.posted[Posted::word]);
}

void NodeCopies::Copy::move(std::uint64_t) {
  World& world = of->world();
  chain = world.path.extend(chain, world.items.posted, world.now());
  if (match.bytes == 0) return land(0);
  const Pe me = of->me();
  const bool by_stream = of->cpu_.who().paths(match.source) == Path::host;
  const Pace& pace = by_stream ? world.machine.host : world.machine.gpu;
  const Bytes bytes{static_cast<std::int64_t>(match.bytes)};
  const Passage taken =
      world.transfer(me, {match.source, match.bytes, true, pace.copy_load(), match.from, match.bytes}, bytes);
  world.transfer(me, {me, match.bytes, false, posted_stores}, bytes);
  const WorldItems& items = world.items;
  const bool remote = match.source != me;
  chain = world.path.extend(chain, remote ? items.link_queue : items.memory_queue, taken.begin);
  chain = world.path.extend(chain, remote ? items.link_transfer : items.memory_transfer, taken.through, taken.held);
  chain = world.path.extend(chain, remote ? items.link_latency : items.memory_latency, taken.end);
  of->later<&Copy::land>(*this, taken.end);
}

void NodeCopies::Copy::land(std::uint64_t) {
  World& world = of->world();
  const Pe me = of->me();
  unsigned char* const to = world.pes[me.value].heap + match.to;
  if (match.bytes > 0 && !world.phantom(match.to, match.bytes)) {
    std::memmove(to, world.pes[match.source.value].heap + match.from, match.bytes);
    world.payload_passed(to, match.bytes);
  }
  world.written(me, match.to, match.bytes, Delivery::applied, chain, match.number);
  of->later<&Copy::tell>(*this, world.now() + world.machine.posted[Posted::note]);
}

void NodeCopies::Copy::tell(std::uint64_t) {
  World& world = of->world();
  chain = world.path.extend(chain, world.items.posted, world.now());
  NodeCopies& copies = *of;
  const NearMatch done = match;
  const sim::Chain end = chain;
  copies.under_way_.give_back(*this);
  const auto finished = [&](Pe pe, Pe by, std::uint64_t id) {
    copies.network_.hand_over(pe, thread_in(id), {finished_message(by, id), end});
  };
  finished(copies.me(), copies.me(), done.receive);
  finished(done.source, copies.me(), done.send);
}

}  // namespace gin::emulated
