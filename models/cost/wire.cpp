#include "models/cost/wire.hpp"

namespace gin::models::cost {

Duration serialize(const NicProfile& nic, Bytes payload) {
  return RateClock{nic.line}.take(on_wire(nic, payload));
}

Itemised flight(const NicProfile& nic, const WireProfile& wire, Bytes payload, Duration detour) {
  Itemised cost;
  return cost.add("wire.propagation", wire.propagation)
      .add("wire.spray", detour)
      .add("wire.serialize", serialize(nic, payload));
}

}  // namespace gin::models::cost
