// One row on the emulated NIC in virtual time: builds the world of a scenario, runs it, reports it.
#pragma once

#include <deque>

#include "backends/shm-emulated/machine_of.hpp"
#include "core/fabric/heap.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/ring_memory.hpp"
#include "core/run/virtual_job.hpp"

namespace gin::emulated {

class EmulatedRun {
 public:
  explicit EmulatedRun(const RunRequest& request);
  trace::Row run();

 private:
  /// One proxy thread of a PE and the rings it serves.
  struct ProxyThread {
    ProxyThread(World& world, sim::StackSlab& stacks, std::size_t stack, const VirtualEnv::Identity& who,
                Network& network, const CpuFabric::Rules& rules)
        : env(world, stacks, stack, who, &network), fabric(env, network, gate, rules) {}
    sim::Gate gate;
    VirtualEnv env;
    CpuFabric fabric;
    std::unique_ptr<Proxy<VirtualEnv, CpuFabric>> proxy;
  };
  struct RingSet {
    RingSet(std::uint32_t capacity, std::uint32_t start) : memory(capacity, start) {}
    RingMemory memory;
    sim::Gate credit;
    sim::Gate completion;
  };

  void refuse_what_cannot_run() const;
  void make_rings(Pe pe);
  void make_proxies(Pe pe);
  void make_agents(Pe pe);
  Ring<VirtualEnv> ring(Pe pe, std::uint32_t index);
  std::vector<std::string> occupancy(Pe pe) const;
  void verify(trace::Row& row) const;
  std::string digest();
  Memory memory(std::uint32_t pe) const { return {Pe{pe}, heaps_.of(pe)}; }

  const RunRequest& request_;
  const scenario::Scenario& scenario_;
  const Models models_;
  const Launch launch_;
  std::unique_ptr<ProgramInstance> program_;
  HeapPlan plan_;
  bool uses_proxy_;
  std::uint32_t agents_;
  std::uint32_t threads_;  ///< proxy threads per PE
  SymmetricHeaps heaps_;
  World world_;
  sim::StackSlab stacks_;
  std::vector<unsigned char*> heap_of_;
  std::vector<std::vector<Path>> paths_;               ///< by node of the asking PE, then peer
  std::vector<std::vector<unsigned char*>> pointers_;  ///< the same for heaps reachable by load and store
  std::deque<VirtualEnv> envs_;
  std::deque<AgentMemory<VirtualEnv>> agent_memory_;
  std::deque<RingSet> rings_;
  std::deque<ProxyThread> proxies_;
  Network network_;
  VirtualJob job_;
};

}  // namespace gin::emulated
