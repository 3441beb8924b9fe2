#include "models/cost/wire.hpp"

#include <algorithm>

#include "core/base/random.hpp"
#include "models/cost/scatter.hpp"

namespace gin::models::cost {
namespace {

/// Messages on the busiest uplink, in thousandths.
std::int64_t on_busiest(const WireProfile& wire, const Climbing& climbing) {
  const std::int64_t all = climbing.flows * climbing.messages;
  switch (wire.routing) {
    case Routing::by_flow:
      return fullest_thousandths({climbing.flows, wire.uplinks}) * climbing.messages;
    case Routing::spray:
      return fullest_thousandths({all, wire.uplinks});
    case Routing::adaptive:
      break;
  }
  return (all + wire.uplinks - 1) / wire.uplinks * 1000;
}

Duration share(Duration of, std::int64_t part, std::int64_t whole) {
  return {static_cast<std::int64_t>(static_cast<__int128>(of.ps) * part / std::max<std::int64_t>(1, whole))};
}

std::int64_t rounded_up(__int128 thousandths) {
  return static_cast<std::int64_t>((thousandths + 999) / 1000);
}

}  // namespace

Duration serialize(const NicProfile& nic, Bytes payload) {
  return RateClock{nic.line}.take(on_wire(nic, payload));
}

Duration behind_first(const NicProfile& nic, Bytes payload, Duration on_line) {
  if (payload <= nic.mtu) return {};
  return share(on_line, payload.count - nic.mtu.count, payload.count);
}

Duration behind_line(const NicProfile& nic, Bandwidth link, Bytes payload, Duration on_line) {
  const auto takes = [&](std::int64_t bytes) { return RateClock{link}.take(Bytes{bytes}); };
  if (packets(nic, payload) == 1) return takes(payload.count);
  const std::int64_t last = payload.count - (packets(nic, payload) - 1) * nic.mtu.count;
  // The last waits for the one before it, or, where the link is slower than the line, for all.
  const Duration both = takes(nic.mtu.count + last) - share(on_line, last, payload.count);
  return std::max({takes(last), both, takes(payload.count) - behind_first(nic, payload, on_line)});
}

Itemised flight(const NicProfile& nic, const WireProfile& wire, Bytes payload, Duration detour) {
  return Itemised()
      .add("wire.propagation", wire.propagation)
      .add("wire.spray", detour)
      .add("wire.serialize", serialize(nic, payload));
}

std::size_t uplink_of(const Flow& flow, std::size_t uplinks) {
  const std::uint64_t ends = std::uint64_t{flow.source} << 32 | flow.target;
  const std::uint64_t hash = derived_seed({derived_seed({flow.seed, ends}), flow.queue});
  return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * uplinks >> 64);
}

std::int64_t of_uplink(const WireProfile& wire, std::int64_t of_nic, std::int64_t nics) {
  const auto all = static_cast<__int128>(of_nic) * nics * std::min<std::int64_t>(100, wire.uplink_percent) / 100;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(all / std::max<std::int64_t>(1, wire.uplinks)));
}

Itemised climb(const NicProfile& nic, const WireProfile& wire, const Climbing& climbing) {
  const std::int64_t messages = on_busiest(wire, climbing);
  const auto bytes = static_cast<__int128>(messages) * on_wire(nic, climbing.bytes).count;
  const Bandwidth line{of_uplink(wire, nic.line.bytes_per_second, climbing.nics)};
  const Bandwidth rate{of_uplink(wire, nic.messages_per_second, climbing.nics)};
  return Itemised().add("wire.uplink_queue", std::max(RateClock{line}.take(Bytes{rounded_up(bytes)}),
                                                      RateClock{rate}.take(Bytes{rounded_up(messages)})));
}

}  // namespace gin::models::cost
