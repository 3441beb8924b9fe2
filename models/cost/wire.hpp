// What a message is on the wire: packets, headers, how long the line carries it; and which uplink of its leaf it
// takes.
#pragma once

#include <cstddef>

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

/// A request without payload is one packet.
inline std::int64_t packets(const NicProfile& nic, Bytes payload) {
  return payload.count == 0 ? 1 : (payload.count + nic.mtu.count - 1) / nic.mtu.count;
}

/// Payload cut into packets, each with its header. The emulated NIC asks here for every message.
inline Bytes on_wire(const NicProfile& nic, Bytes payload) {
  return {payload.count + packets(nic, payload) * nic.header.count};
}

/// How long the line is busy with one message.
Duration serialize(const NicProfile& nic, Bytes payload);

/// Of a payload whose bytes come within `on_line`, evenly: how long after its first packet the last one is there.
Duration behind_first(const NicProfile& nic, Bytes payload, Duration on_line);

/// The same payload: how long after its last packet a link is through with it that writes each when it has come.
Duration behind_line(const NicProfile& nic, Bandwidth link, Bytes payload, Duration on_line);

/// First byte out to last byte in, between idle ports; `detour` is how much later adaptive routing lets it be.
Itemised flight(const NicProfile& nic, const WireProfile& wire, Bytes payload, Duration detour = {});

/// What the switches on its way know a message by: they cannot tell those of one queue to one peer apart.
struct Flow {
  std::uint64_t seed = 0;  ///< of the run: another one, another hash
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::uint32_t queue = 0;
};

/// The uplink that a hash of the flow names. The emulated leaf asks here for every message that is routed
/// statically.
std::size_t uplink_of(const Flow& flow, std::size_t uplinks);

/// What one uplink of a leaf with so many NICs lets through, where each NIC could send `of_nic`: bytes or messages
/// a second.
std::int64_t of_uplink(const WireProfile& wire, std::int64_t of_nic, std::int64_t nics);

/// What the NICs of a leaf bring to its uplinks at once, all flows alike.
struct Climbing {
  std::int64_t nics = 1;
  std::int64_t flows = 1;
  std::int64_t messages = 1;  ///< of each flow
  Bytes bytes{};              ///< of a message
};

/// Until the busiest uplink is through with it: the mean over all hashes and draws.
Itemised climb(const NicProfile& nic, const WireProfile& wire, const Climbing& climbing);

}  // namespace gin::models::cost
