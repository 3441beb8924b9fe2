// Runs a program's agents on threads of this process: iterations start together, their times are taken, and when
// nothing moves for too long the run ends with a report of who waits for what.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <vector>

#include "core/run/program_entry.hpp"
#include "core/trace/result.hpp"

namespace gin {

class WallJob {
 public:
  struct Shape {
    std::uint64_t warmup = 0;
    std::uint64_t iterations = 1;
    std::chrono::seconds patience{60};  ///< without any iteration coming to its end
  };

  WallJob(WallWorld& world, const ProgramInstance& program, const Shape& shape)
      : world_(world), program_(program), shape_(shape) {}

  void add_agent(WallEnv& env, const AgentView<WallEnv>& view) { agents_.push_back({&env, view, {}}); }
  /// A thread that calls `step` until the agents are through: a proxy, a NIC. Returns whether it did anything.
  void add_helper(std::function<bool()> step) { helpers_.push_back(std::move(step)); }

  /// Throws Error(failed).
  void run(const std::function<void(int)>& progress);
  void report(trace::Row& row) const;

  static constexpr std::size_t threads_max = 512;

 private:
  struct Agent {
    WallEnv* env;
    AgentView<WallEnv> view;
    std::string failure;
  };

  void run_agent(Agent& agent);
  void run_helper(const std::function<bool()>& step);
  /// All agents leave together; the last to come takes the time.
  void line_up(std::uint64_t line);
  void report_failure(bool hung) const;

  WallWorld& world_;
  const ProgramInstance& program_;
  Shape shape_;
  std::deque<Agent> agents_;
  std::vector<std::function<bool()>> helpers_;
  std::atomic<std::uint64_t> arrived_{0};
  std::atomic<std::uint64_t> open_{0};  // lines that were passed
  std::vector<WallEnv::Clock::time_point> passed_at_;
};

}  // namespace gin
