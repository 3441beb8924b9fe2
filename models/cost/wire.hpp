// What a message is on the wire: packets, headers, and how long the line carries it.
#pragma once

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

/// First byte out to last byte in, between idle ports; `detour` is how much later adaptive routing lets it be.
Itemised flight(const NicProfile& nic, const WireProfile& wire, Bytes payload, Duration detour = {});

}  // namespace gin::models::cost
