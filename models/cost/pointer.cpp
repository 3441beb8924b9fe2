#include "models/cost/pointer.hpp"

#include <algorithm>

#include "models/cost/agent.hpp"

namespace gin::models::cost {
namespace {

/// Until the own memory has had its turn with the bytes.
Duration at_home(const Profile& p, Bytes bytes) {
  return RateClock{home_rate(p.gpu, bytes)}.take(bytes);
}

/// Loads of the source, and stores that follow them piece by piece.
Itemised stored(const Profile& p, const Stack& stack, const Moved& put) {
  const CopyLoop loop = copy_loop(p.gpu, put.scope);
  const Duration latency = load_latency(p, {std::min(put.bytes, loop.run()), put.bytes});
  const Duration wait = ClosedQueue{loop.piece(), latency}.wait(loop.warps - 1);
  const Duration alone = paced({loop.window}, put.bytes, latency) + loop.stores(put.bytes, wait);
  const Duration stores = std::max(RateClock{p.nvlink.write}.take(put.bytes), alone);
  return Itemised()
      .add("agent.call", stack.call)
      .add("memory.latency", latency)
      .add("nvlink.transfer", stores)
      .add("memory.queue", std::max(Duration{}, at_home(p, put.bytes) - stores));
}

}  // namespace

Itemised stored_visible(const Profile& p, const Stack& stack, const Moved& put) {
  return stored(p, stack, put).add("nvlink.latency", p.nvlink.store);
}

Itemised stored_completed(const Profile& p, const Stack& stack, const Moved& put) {
  return stored(p, stack, put).add(fence(p, FenceScope::system, Outstanding::peer_stores));
}

Itemised loaded(const Profile& p, const Stack& stack, const Moved& get) {
  const CopyLoop loop = copy_loop(p.gpu, get.scope);
  const Duration latency = load_latency(p, {std::min(get.bytes, loop.run()), get.bytes, true});
  const Duration loads =
      std::max(RateClock{p.nvlink.read}.take(get.bytes), paced({loop.window}, get.bytes, latency));
  return Itemised()
      .add("agent.call", stack.call)
      .add("nvlink.transfer", loads)
      .add("nvlink.latency", latency)
      .add("memory.queue", std::max(Duration{}, at_home(p, get.bytes) - loads - latency));
}

}  // namespace gin::models::cost
