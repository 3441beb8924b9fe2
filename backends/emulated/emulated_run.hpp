// One row on the emulated NIC in virtual time: builds the world of a scenario, runs it, reports it.
#pragma once

#include <deque>
#include <memory>

#include "backends/emulated/bound_meter.hpp"
#include "backends/emulated/cpu_threads.hpp"
#include "core/fabric/heap.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/stack_rules.hpp"
#include "core/run/virtual_job.hpp"
#include "models/pairing.hpp"

namespace gin::emulated {

class EmulatedRun {
 public:
  explicit EmulatedRun(const RunRequest& request);
  trace::Row run();
  /// What it did so far: events run, events pending.
  const sim::Simulation& simulation() const { return world_.simulation; }

 private:
  void refuse_what_cannot_run() const;
  CpuThreads::Rules cpu_rules() const;
  /// How operations become work requests where they are posted.
  PostRules post_rules() const;
  void map_peers();
  void make_agents(Pe pe);
  std::vector<std::string> occupancy(Pe pe) const;
  std::vector<std::string> layers() const;
  void verify(trace::Row& row) const;
  bool is_late() const { return scenario_.test.adversary != scenario::Adversary::none; }
  std::string digest();
  Memory memory(std::uint32_t pe) const { return {Pe{pe}, heaps_.of(pe)}; }
  std::uint32_t node_of(Pe pe) const { return pe.value / launch_.pes_per_node; }

  const RunRequest& request_;
  const scenario::Scenario& scenario_;
  const models::Pairing models_;
  const bool over_wire_;  ///< proxies take the NIC for a wire
  const Launch launch_;
  std::unique_ptr<ProgramInstance> program_;
  HeapPlan plan_;
  const StackRules stack_;
  const CpuThreads::Roles roles_;
  SymmetricHeaps heaps_;
  World world_;
  std::unique_ptr<Recorder> recorder_;  ///< if the run is recorded
  sim::StackSlab stacks_;
  std::vector<std::vector<Path>> paths_;               ///< by node of the asking PE, then peer
  std::vector<std::vector<unsigned char*>> pointers_;  ///< the same for heaps reachable by load and store
  Network network_;
  std::deque<VirtualEnv> envs_;
  std::deque<AgentMemory<VirtualEnv>> agent_memory_;
  CpuThreads cpu_;
  VirtualJob job_;
  BoundMeter bound_;
};

}  // namespace gin::emulated
