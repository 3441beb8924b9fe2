// The CPU threads of all PEs of a run: proxies that serve rings and listen for what arrives, and threads that ring
// doorbells for agents.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/fabric/wire_fabric.hpp"
#include "core/proxy/doorbell_thread.hpp"
#include "core/proxy/proxy.hpp"
#include "core/run/ring_memory.hpp"
#include "core/sim/stack_slab.hpp"
#include "nic/nic_wire.hpp"

namespace gin::emulated {

class CpuThreads {
 public:
  /// What a run needs them for.
  struct Roles {
    std::uint32_t threads = 0;     ///< that serve rings or listen, per PE
    std::uint32_t rings = 0;       ///< per PE; ring r is served by thread r mod threads
    bool rings_by_peer = false;    ///< a command's ring is its peer's, not its agent's
    bool rings_doorbells = false;  ///< one more thread per PE
    std::uint32_t fibers() const { return threads + (rings_doorbells ? 1 : 0); }
    std::uint32_t rings_of_agent() const { return rings_by_peer ? rings : 1; }
  };
  struct Rules {
    Roles roles;
    ProxyRules proxy;
    std::uint32_t ring_slots = 128;
    std::uint32_t ring_start = 0;
    std::uint32_t agents = 1;  ///< of a PE
    std::function<NicWireSetup(Pe, std::uint32_t thread)> wire;
    std::function<WireFabricSetup(Pe, std::uint32_t thread)> fabric;
  };

  CpuThreads(World& world, Network& network, const Rules& rules);

  /// Makes and starts the threads of `who.pe`; their fibers take stacks from `stack` on.
  void start(VirtualEnv::Identity who, sim::StackSlab& stacks, std::size_t stack);

  Ring<VirtualEnv> ring(Pe pe, std::uint32_t index);
  /// One line for each ring of `pe`, for the hang report.
  std::vector<std::string> occupancy(Pe pe) const;

 private:
  struct RingSet {
    explicit RingSet(const Rules& rules) : memory(rules.ring_slots, rules.ring_start, rules.agents) {}
    RingMemory memory;
    sim::Gate credit;
    sim::Gate completion;
  };
  /// A thread that serves its rings over the NIC.
  struct Serving {
    Serving(VirtualEnv& env, Network& network, sim::Gate& gate, Matching& matching, const NicWireSetup& nic,
            const WireFabricSetup& setup, std::vector<Ring<VirtualEnv>> rings, const ProxyRules& rules)
        : wire(env, network, gate, nic),
          fabric(env, wire, matching, setup),
          proxy(env, fabric, std::move(rings), gate, rules) {}
    NicWire wire;
    WireFabric<NicWire, VirtualEnv> fabric;
    Proxy<VirtualEnv, WireFabric<NicWire, VirtualEnv>> proxy;
  };
  /// A PE's queues as its doorbell thread looks at them.
  struct AgentQueues {
    Network& network;
    Pe pe;
    SendQueue<VirtualEnv>* find(std::uint32_t station) const { return network.find_agent_queue(pe, station); }
  };
  using Ringer = DoorbellThread<VirtualEnv, AgentQueues>;
  std::uint32_t rings_of(std::uint32_t thread) const;
  void start_thread(VirtualEnv& env);

  World& world_;
  Network& network_;
  Rules rules_;
  std::deque<sim::Gate> gates_;  ///< by PE, then thread
  std::deque<RingSet> rings_;    ///< by PE, then ring
  std::deque<Matching> matching_;
  std::deque<VirtualEnv> envs_;
  std::deque<Serving> serving_;
  std::deque<Ringer> ringers_;
};

}  // namespace gin::emulated
