#include "models/cost/protocol.hpp"

#include <algorithm>

#include "models/cost/agent.hpp"
#include "models/cost/memory.hpp"
#include "models/cost/nic.hpp"
#include "models/cost/pcie.hpp"
#include "models/cost/proxy.hpp"
#include "models/cost/wire.hpp"

namespace gin::models::cost {
namespace {

constexpr std::int64_t steps = 8;  // NCCL_STEPS

/// Of every `line` bytes that move, `data` are data.
struct Packing {
  Bytes line;
  Bytes data;
};
Packing packing(Protocol protocol) {
  if (protocol == Protocol::ll) return {{16}, {8}};
  if (protocol == Protocol::ll128) return {{128}, {120}};
  return {{16}, {16}};
}

/// A store's way to the next GPU's memory.
Duration store_of(const Profile& p, HopLink link) {
  return link == HopLink::nvlink ? p.nvlink.store : p.pcie.posted;
}

/// A fence that answers for stores on the link: they are there, and the word of it is back.
Itemised drain(const Profile& p, HopLink link) {
  Itemised cost = fence(p, FenceScope::system, Outstanding::nothing);
  if (link == HopLink::net) return cost;  // the stores stay at home
  const Duration answer = store_of(p, link) * 2 - p.gpu.fence_system;
  return cost.add("nvlink.store_acknowledge", std::max(Duration{}, answer));
}

/// Loads and stores all the way.
Itemised by_stores(const Profile& p, const Hop& hop) {
  const char* const arrives = hop.link == HopLink::nvlink ? "nvlink.latency" : "pcie.posted_write";
  Itemised cost;
  if (hop.protocol == Protocol::simple)  // the flag may leave when the data is there; the data is read behind it
    cost.add("memory.latency", p.gpu.load).add(drain(p, hop.link));
  return cost.add(arrives, store_of(p, hop.link)).add("agent.word_poll", p.gpu.load);
}

/// The sender's proxy hands to the NIC what it finds. LL is staged in host memory at both ends, where its flags are
/// looked at; the others are in GPU memory, so a fence and a word tell the proxy. The receiver's GPU sees flags by
/// itself; of Simple its proxy tells it.
Itemised by_proxy(const Profile& p, const Stack& stack, const Hop& hop) {
  const bool staged = hop.protocol == Protocol::ll;
  const Work work = {.bytes = stored(hop.protocol, Bytes{1}), .carried = p.nic.blueflame != 0, .at_host = staged};
  Itemised cost;
  if (!staged) cost.add(drain(p, hop.link));
  cost.add("pcie.posted_write", posted_time(p, {Device::gpu, Device::cpu}))
      .add("proxy.poll_ring", stack.proxy.poll_ring)
      .add(serve(stack.proxy))
      .add("pcie.posted_write", posted_time(p, {Device::cpu, Device::nic}))
      .add(visible(p, work));
  if (hop.protocol == Protocol::ll128) return cost.add("agent.word_poll", p.gpu.load);
  if (hop.protocol == Protocol::simple)
    cost.add("proxy.poll_completions", stack.proxy.poll_completions).add(retire(stack.proxy));
  // Flags and words are in host memory.
  return cost.add("agent.poll_word", read(p.pcie, p.iommu, {Device::gpu, Device::cpu}).total());
}

/// Moving what is stored, all channels together.
Duration moving(const Profile& p, const Hop& hop) {
  const Bytes all = stored(hop.protocol, hop.bytes);
  if (hop.link == HopLink::net) {
    const Bandwidth slowest = hop.protocol == Protocol::ll ? p.pcie.bandwidth : peer_bandwidth(p.pcie, p.iommu);
    return std::max(serialize(p.nic, all), RateClock{slowest}.take(all));
  }
  const Duration stores =
      transfer(p, {all, all, hop.channels, Scope::block, hop.link == HopLink::nvlink, true}).total();
  if (hop.link == HopLink::nvlink) return stores;
  return std::max(stores, RateClock{p.pcie.bandwidth}.take(all));
}

}  // namespace

Bytes stored(Protocol protocol, Bytes data) {
  const Packing of = packing(protocol);
  return {(data.count + of.data.count - 1) / of.data.count * of.line.count};
}

Slots slots(Protocol protocol) {
  // Demystifying NCCL (2025), Table IV. LL128: 640 threads with 120 words of 8 bytes each.
  const std::int64_t each = protocol == Protocol::ll      ? 32 << 10
                            : protocol == Protocol::ll128 ? 640 * 120 * 8
                                                          : (4 << 20) / steps;
  const Packing of = packing(protocol);
  return {steps, {each}, {each / of.line.count * of.data.count}};
}

Itemised hop_latency(const Profile& p, const Stack& stack, const Hop& hop) {
  return hop.link == HopLink::net ? by_proxy(p, stack, hop) : by_stores(p, hop);
}

Itemised hop(const Profile& p, const Stack& stack, const Hop& hop) {
  Itemised cost = hop_latency(p, stack, hop);
  cost.add("protocol.bytes", moving(p, hop));
  if (hop.protocol != Protocol::simple || hop.link == HopLink::net) return cost;
  // A block that fences cannot store: with each further slot it waits for its stores again. Ports are shared, so
  // what the others store meanwhile hides that unless they all wait.
  const std::int64_t share = (hop.bytes.count + hop.channels - 1) / hop.channels;
  const std::int64_t chunks = (share + slots(hop.protocol).data.count - 1) / slots(hop.protocol).data.count;
  const Duration own = transfer(p, {{share}, {share}, 1, Scope::block, hop.link == HopLink::nvlink, true}).total();
  const Duration held_up = own + drain(p, hop.link).total() * (chunks - 1) - moving(p, hop);
  return cost.add("protocol.fences", std::max(Duration{}, held_up));
}

}  // namespace gin::models::cost
