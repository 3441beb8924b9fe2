// A row on lanes that are fibers of their own, over plain memory: PEs, proxies and NICs of backend memory, all in one
// thread, in an order drawn from the seed.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/env/wall_env.hpp"
#include "core/fabric/heap.hpp"
#include "core/fabric/memory_fabric.hpp"
#include "core/proxy/proxy.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/program_of.hpp"
#include "core/run/ring_memory.hpp"
#include "core/run/stack_rules.hpp"
#include "core/sim/fiber.hpp"
#include "tests/lanes/lanes_env.hpp"

namespace gin::lanes {

class LanesRun final : public Ticker {
 public:
  /// `seed` draws the order; what the program computes has the request's.
  LanesRun(const RunRequest& request, std::uint64_t seed);
  ~LanesRun() override;

  /// Throws Error(failed).
  trace::Row run();

  void yield(bool in_vain) override;
  std::uint64_t ticks() const override { return ticks_; }

 private:
  struct PeState {
    std::vector<Path> paths;
    std::vector<unsigned char*> pointers;
    std::vector<SendQueue<LanesEnv>> queues;
    std::vector<WorkRequest> slots;
    std::vector<QueueGpuWords> queue_words;
    std::vector<QueueHostWords> doorbells;
    std::deque<RingMemory> rings;
    std::unique_ptr<WallEnv> proxy_env;
    std::unique_ptr<MemoryFabric> fabric;
    std::unique_ptr<Proxy<WallEnv, MemoryFabric>> proxy;
    std::unique_ptr<SoftNic<>> nic;
  };
  struct Agent;
  struct Lane {
    LanesRun* run = nullptr;
    Agent* agent = nullptr;
    std::uint32_t number = 0;
    std::optional<sim::Fiber> fiber;
    bool is_parked = false;
  };
  struct Agent final : Sleepers {
    Agent(LanesRun& within, const Crew::Name& who, std::uint32_t count)
        : run(within), name(who), crew(who, count, *this) {}
    void park() override { run.park(); }
    void wake(std::uint32_t lane) override { lanes[lane]->is_parked = false; }
    LanesRun& run;
    Crew::Name name;
    Crew crew;
    std::unique_ptr<AgentMemory<LanesEnv>> memory;
    AgentView<LanesEnv> view;
    std::vector<unsigned char> scratch;
    std::vector<Lane*> lanes;
  };
  /// Thrown into lanes of a run that has failed, so that they leave their stacks.
  struct Left {};

  void refuse_what_cannot_run() const;
  void make_pe(Pe pe);
  void make_agent(PeState& of, const Crew::Name& name);
  void iterate(std::uint64_t iteration);
  void go_on(Lane& lane);
  void leave();
  static void body(void* lane);
  void park();
  void switch_to_others();
  bool step_helper();
  void drain();
  [[noreturn]] void refuse_hang() const;

  static constexpr std::uint64_t vain_max = 2'000'000;  ///< looks of all in a row

  const scenario::Scenario& scenario_;
  const StackRules stack_;
  Launch launch_;
  std::unique_ptr<ProgramInstance> program_;
  HeapPlan plan_;
  QueueRules rules_;
  SymmetricHeaps heaps_;
  WallWorld world_;
  WallEnv::Gate proxy_gate_;
  LanesEnv::Gate gate_;
  std::deque<PeState> pes_;
  std::deque<Agent> agents_;
  sim::StackSlab& stacks_;
  std::deque<Lane> lanes_;
  std::uint64_t iteration_ = 0;
  Random random_;
  Lane* current_ = nullptr;
  std::size_t left_ = 0;  ///< lanes that have not returned
  bool is_leaving_ = false;
  std::uint64_t ticks_ = 0;
  std::uint64_t vain_ = 0;
  std::vector<std::int64_t> samples_ns_;
};

}  // namespace gin::lanes
