// What the emulation keeps of each PE's NICs.
#pragma once

#include <deque>
#include <vector>

#include "core/base/blocks.hpp"
#include "core/base/random.hpp"
#include "core/base/refusal.hpp"
#include "core/env/world.hpp"
#include "core/fabric/arrival.hpp"
#include "core/sim/shared_pipe.hpp"
#include "models/bound.hpp"
#include "models/cost/pcie.hpp"
#include "nic/connection_cache.hpp"
#include "nic/counters.hpp"
#include "nic/iotlb.hpp"
#include "nic/leaf.hpp"
#include "nic/nic_model.hpp"
#include "nic/nic_queue.hpp"

namespace gin::emulated {

/// What a resource was given to carry so far, and how much of it is not through at `when`.
template <class Pipe>
models::Carried carried(const Pipe& pipe, Instant when) {
  return {pipe.carried().count, pipe.late(when)};
}

/// One NIC; a GPU has one per rail.
struct Nic {
  Nic(World& world, const NicModel& model)
      : actor(world.simulation.add_actor()),
        sent(Bandwidth{model.nic.messages_per_second}),
        received(Bandwidth{model.nic.messages_per_second}),
        port_out(model.nic.line, model.nic.turn),
        port_in(model.nic.line, model.nic.turn),
        atomics(Bandwidth{model.nic.atomics_per_second}),
        iotlb(model.iommu),
        contexts({model.nic.connections, model.nic.connection_miss, model.nic.connection_fetches}),
        ways(derived_seed({world.options.seed, actor.value})) {}
  sim::ActorId actor;
  sim::Pipe sent, received;           // messages through the pipeline; a message counts as one byte
  sim::SharedPipe port_out, port_in;  // the line
  sim::Pipe atomics;                  // each counts as one byte
  Iotlb iotlb;                        // what the IOMMU keeps for this NIC
  ConnectionCache contexts;           // of what it sends and of what it receives
  Random ways;                        // which way through the network each message takes
};

struct ArrivalEntry {
  Arrival arrival;
  sim::Chain chain;
};
/// What arrived for one CPU thread of a PE: its receive completion queue. The numbering of operations bounds how many
/// entries there are.
using ArrivalQueue = Inbox<ArrivalEntry>;

/// A PE as the network sees it: its GPU's PCIe link, its queues, the CPU threads that listen.
struct Endpoint {
  Endpoint(const NicModel& model, Arena& arena, std::int64_t refused)
      : pcie_out(gpu_link(model), model.nic.turn),
        pcie_in(gpu_link(model), model.nic.turn),
        beside_out(model.pcie.bandwidth, model.nic.turn),
        beside_in(model.pcie.bandwidth, model.nic.turn),
        queues(arena),
        refusal(refused) {}
  static Bandwidth gpu_link(const NicModel& model) {
    return model.pcie.gpudirect != 0 ? models::cost::peer_bandwidth(model.pcie, model.iommu)
                                     : models::cost::host_bandwidth(model.pcie);
  }

  sim::SharedPipe pcie_out, pcie_in;  // reads of this GPU's memory, writes into it
  // Without GPUDirect: the copies that a CPU thread asks for one after the other, and the NIC's own link to the
  // CPU's memory, where they begin and end.
  sim::Server copier;
  sim::SharedPipe beside_out, beside_in;
  std::vector<std::uint32_t> known;  // by peer and queue of the peer: 1 + index into queues, or 0
  Blocks<NicQueue, 32> queues;
  std::deque<sim::Gate> acknowledgements;
  std::deque<QueueHostWords> notes;
  sim::Gate note_written;  // the CPU thread that rings waits here
  std::vector<ArrivalQueue*> arrivals;
  Counters counters;  // of what arrives, where its NICs count
  Refusal refusal;    // of one of its work requests
};

}  // namespace gin::emulated
