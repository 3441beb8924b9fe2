// What a stack says of how things are done, not how long they take: all that a backend asks of it whose times are this
// machine's. models/rules reads it out of a profile and a stack.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/agent_view.hpp"
#include "core/proxy/proxy.hpp"

namespace gin {

struct StackRules {
  QueueRules queues;
  std::uint32_t queue_depth = 0;  ///< work requests of a send queue
  ProxyRules proxy;
  std::uint32_t proxies = 1;     ///< proxy threads of a PE
  std::uint32_t rings = 1;       ///< of a PE; proxies serve them in turn
  std::uint32_t ring_slots = 0;  ///< a power of two
  bool rings_by_peer = false;    ///< an agent chooses its ring by the peer; otherwise it always has the same
  std::uint64_t eager_max = 0;   ///< bytes of a send that travel behind its message
  /// What neither profile nor stack does and this run was made to do all the same: a clause each.
  std::vector<std::string> not_offered;
};

/// Of the `rings` of its PE, those of an agent: `count` of them, by context or by peer.
inline std::uint32_t rings_of_agent(const StackRules& rules) {
  return rules.rings_by_peer ? rules.rings : 1;
}
/// The ring at `at` of the agent's table, which has rings_of_agent() entries for each of its `contexts`.
inline std::uint32_t ring_at(const StackRules& rules, std::uint32_t agent, std::uint32_t contexts, std::size_t at) {
  const auto place = static_cast<std::uint32_t>(at);
  return (rules.rings_by_peer ? place : agent * contexts + place) % rules.rings;
}

}  // namespace gin
