// What the simulator orders and runs.
#pragma once

#include <compare>
#include <cstdint>

#include "core/base/units.hpp"

namespace gin::sim {

/// Something that causes events: an agent, a proxy thread, a NIC, the harness.
struct ActorId {
  std::uint32_t value = 0;
  auto operator<=>(const ActorId&) const = default;
};

/// The order of the whole simulation: time, then who caused it, then that actor's own count. It does not
/// depend on who inserted first, so partitions could run in parallel and agree.
struct EventKey {
  Instant when;
  ActorId cause;
  std::uint64_t sequence = 0;
  auto operator<=>(const EventKey&) const = default;
};

/// A function and what it is called on. No std::function: an event is copied about and never allocates.
struct Action {
  void (*run)(void* object, std::uint64_t argument) = nullptr;
  void* object = nullptr;
  std::uint64_t argument = 0;
};

struct Event {
  EventKey key;
  Action action;
};

/// Makes an action of a member function: `action<&Nic::fetched>(nic, index)`.
template <auto Member, class Object>
Action action(Object& object, std::uint64_t argument = 0) {
  return {[](void* o, std::uint64_t a) { (static_cast<Object*>(o)->*Member)(a); }, &object, argument};
}

}  // namespace gin::sim
