// Runs a program's agents in virtual time: iterations start together, their times are taken, and when nothing
// can happen any more although agents still wait, the run ends with a report of who waits for what.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "core/env/virtual_env.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/program_entry.hpp"
#include "core/scenario/scenario.hpp"
#include "core/trace/result.hpp"

namespace gin {

/// Lines on rings and queues of a PE with work in them, for the hang report.
using Occupancy = std::function<std::vector<std::string>(Pe)>;

/// Looks at the machine at both ends of every measured iteration.
class IterationWatch {
 public:
  struct Iteration {
    Instant started;
    Instant finished;
    Duration latency;  ///< of the longest chain in which nothing was in the way and software took no time
  };
  virtual ~IterationWatch() = default;
  virtual void begin() = 0;
  virtual void end(const Iteration& iteration) = 0;
};

class VirtualJob {
 public:
  struct Shape {
    std::uint64_t warmup = 0;
    std::uint64_t iterations = 1;
  };

  VirtualJob(World& world, const ProgramInstance& program, const Shape& shape)
      : world_(world), program_(program), shape_(shape) {}

  /// The agent starts with the first event of the run. `view` must have its rings and issue state.
  void add_agent(VirtualEnv& env, const AgentView<VirtualEnv>& view);

  /// Returns when every agent is through all iterations. Throws Error(failed).
  void run(const Occupancy& occupancy, IterationWatch& watch, const std::function<void(int)>& progress);

  /// Samples, traffic, counters and critical path of the measured iterations.
  void report(trace::Row& row);

 private:
  struct Agent {
    VirtualJob* job;
    VirtualEnv* env;
    AgentView<VirtualEnv> view;
    std::uint64_t iteration = 0;
    bool running = false;
  };

  static void body(void* agent);
  void line_up(Agent& agent);
  void start_iteration();
  void finish_iteration(Agent& agent);
  std::vector<trace::Phase> phases();
  void end_by_failure() const;
  [[noreturn]] void report_hang(const Occupancy& occupancy) const;

  World& world_;
  const ProgramInstance& program_;
  Shape shape_;
  IterationWatch* watch_ = nullptr;
  std::deque<Agent> agents_;
  sim::Gate line_;
  std::uint32_t lined_up_ = 0;
  std::uint32_t through_ = 0;  // agents that are through this iteration
  std::uint64_t iteration_ = 0;
  Instant started_;
  Instant finished_;
  sim::Chain finish_;     // of the agent that finished last
  Instant could_finish_;  // the last of all agents, had nothing been in the way and had software taken no time
  std::vector<std::int64_t> samples_;
  std::vector<sim::CausalPath::Share> shares_;
  std::deque<PhaseLog> phases_;  // of agent 0 of each PE
};

}  // namespace gin
