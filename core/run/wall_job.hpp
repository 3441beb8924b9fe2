// Runs a program's agents in wall-clock time: iterations start together, their times are taken, and when nothing
// moves for too long the run ends with a report of who waits for what.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "core/env/wall_env.hpp"
#include "core/run/agents_elsewhere.hpp"
#include "core/run/program_entry.hpp"
#include "core/trace/result.hpp"

namespace gin {

/// The PEs that other processes run. Both ends of an iteration are a line that nobody passes before all are there.
class OtherPes {
 public:
  virtual ~OtherPes() = default;
  /// All agents of this process have reached `line`. Called once for each, in order.
  virtual void arrive(std::uint64_t line) = 0;
  /// Whether everybody else has, and it is time to go on. Throws Error(failed) when somebody never will.
  virtual bool are_there() = 0;
  /// Something moves in this process: those who wait for it have reason to. Called now and then.
  virtual void progressed() = 0;
  /// Counts the news that something moves elsewhere.
  virtual std::uint64_t progress_heard() = 0;
  /// After the last line: whether nobody's operations are under way any more, so that this process may stop
  /// helping.
  virtual bool are_through() = 0;
};

class WallJob {
 public:
  struct Shape {
    std::uint64_t warmup = 0;
    std::uint64_t iterations = 1;
    std::uint32_t workers = 0;          ///< threads that run the agents as fibers; 0: each has a thread of its own
    std::chrono::seconds patience{60};  ///< without anything moving; hang_watch.hpp says what counts
  };

  WallJob(WallWorld& world, const ProgramInstance& program, const Shape& shape, OtherPes* others = nullptr)
      : world_(world), program_(program), shape_(shape), others_(others) {}

  /// The worker that runs agent or proxy number `index` of this process; null where they have threads.
  Worker* worker_of(std::uint32_t index);
  /// Before the first agent, where there are workers.
  void make_workers(std::uint32_t agents);
  /// A thread of its own, where there are no workers, calls `begin` first.
  void add_agent(WallEnv& env, const AgentView<WallEnv>& view, std::function<void()> begin = {});
  /// All agents of this process, on a thread that speaks for them as `env`; no workers then. They outlive the job.
  void add_agents(WallEnv& env, AgentsElsewhere& elsewhere);
  /// `step` is called until the agents are through: a proxy, a NIC. Returns whether it did anything. Helper `index`
  /// belongs to worker_of(index); where there are none it gets a thread of its own, and that thread calls `begin`
  /// before the first step.
  void add_helper(std::uint32_t index, std::function<bool()> step, std::function<void()> begin = {});
  /// The same on a thread of its own, workers or not.
  void add_helper(std::function<bool()> step, std::function<void()> begin = {}) {
    helpers_.push_back({std::move(step), std::move(begin)});
  }

  /// Throws Error(failed).
  void run(const std::function<void(int)>& progress);
  void report(trace::Row& row) const;

  static constexpr std::size_t threads_max = 512;

 private:
  struct Agent {
    WallJob* job;
    WallEnv* env;
    AgentView<WallEnv> view;
    std::function<void()> begin;           // or none
    AgentsElsewhere* elsewhere = nullptr;  // that it speaks for
    std::string failure = {};
    std::uint64_t reached = 0;  ///< lines
    std::uint64_t left = 0;     ///< lines
  };
  struct Helper {
    std::function<bool()> step;
    std::function<void()> begin;  // or none
  };
  using Time = WallEnv::Clock::time_point;

  static void run_agent(void* agent);
  void run_program(Agent& agent);
  void speak(Agent& agent);
  void run_helper(const Helper& helper);
  void run_worker(Worker& worker);
  /// All agents leave together. The last one to come takes the time, and again when they leave.
  void line_up(Agent& agent, std::uint64_t line);
  void wait_for_all(Agent& agent, std::uint64_t line);
  void report_failure(const std::string& hang) const;
  std::string describe(const Agent& agent) const;
  std::chrono::nanoseconds took(std::uint64_t iteration) const;

  WallWorld& world_;
  const ProgramInstance& program_;
  Shape shape_;
  OtherPes* others_;
  std::deque<Agent> agents_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Helper> helpers_;       // with threads of their own
  std::deque<std::string> failures_;  // of workers: what their helpers threw
  std::atomic<std::uint64_t> arrived_{0};
  std::atomic<std::uint64_t> open_{0};         // lines that were passed
  std::atomic<bool> waits_for_others_{false};  // at a line that all agents of this process have reached
  WallWorld::Totals before_;                   // counted by then
  std::vector<Time> reached_at_;
  std::vector<Time> passed_at_;
};

}  // namespace gin
