// The backend `ib-loopback`: a process per PE, proxies over verbs. Named after what one machine with one adapter does;
// adapters of several machines work as well.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/process/process_backend.hpp"
#include "core/verbs/agent_queues.hpp"
#include "core/verbs/verbs_wire.hpp"
#include "models/rules/rules.hpp"

namespace gin {
namespace {

struct VerbsWires {
  /// Opens the device and closes it again: what is open does not survive a fork.
  void prepare(const WirePlace& place) const { const verbs::Device looked_at(asked_for(place)); }
  std::string missing() const {
    const verbs::Inventory there = verbs::inventory();
    if (there.connects) return "";
    return fmt::format("expected an RDMA device with reliable connections, came {}; {}",
                       there.ports.empty() ? "none" : fmt::format("[{}]", fmt::join(there.ports, "; ")),
                       there.missing);
  }
  verbs::VerbsWire make(const WireNeeds& needs) const {
    return {asked_for(needs.place), needs.heap, {.n_pes = needs.n_pes, .eager_max = needs.eager_max}};
  }
  verbs::AgentQueues make_queues(const QueueNeeds& needs) const {
    return {asked_for(needs.place),
            needs.heap,
            {.n_pes = needs.n_pes, .per_peer = needs.per_peer, .depth = needs.depth, .refused = needs.refused}};
  }
  static verbs::Choice asked_for(const WirePlace& place) {
    return {place.nic.device, static_cast<int>(place.nic.port), static_cast<int>(place.nic.gid)};
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend_ib_loopback() {
  return process_backend({.backend = "ib-loopback",
                          .summary = "wall-clock time, a process per PE, verbs between them: InfiniBand, RoCE",
                          .stack_of = rules::over_wire,
                          .shares_memory = true},
                         VerbsWires());
}

}  // namespace gin
