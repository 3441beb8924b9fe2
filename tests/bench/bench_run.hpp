// A scenario on the emulated backend in two steps, so that set-up and run phase can be told apart.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/emulated/emulated_run.hpp"
#include "core/run/execute.hpp"

namespace gin::bench {

/// The shipped programs and those of this folder.
Programs all_programs();

/// The first row of a scenario file of the source tree.
scenario::Scenario first_row(const Programs& programs, const std::string& file,
                             const std::vector<scenario::Assignment>& sets);

const ProgramEntry& program_named(const Programs& programs, const std::string& name);

class BenchRun {
 public:
  BenchRun(const std::string& file, const std::vector<scenario::Assignment>& sets);

  void set_up();
  /// After set_up, once. `pause`, if any, is called now and then in the middle of the run.
  trace::Row run(const std::function<void()>& pause = {});

  std::uint64_t pes() const { return scenario_.n_pes(); }
  /// Of an all-to-all, over all iterations.
  std::uint64_t messages() const {
    return pes() * (pes() - 1) *
           static_cast<std::uint64_t>(scenario_.measure.warmup + scenario_.measure.iterations);
  }
  std::uint64_t events() const { return run_->simulation().events_run(); }
  /// Pending events, averaged over looks at equal distances in events.
  std::size_t pending() const { return looks_ == 0 ? 0 : pending_sum_ / looks_; }

 private:
  Programs programs_;
  scenario::Scenario scenario_;
  std::function<void()> pause_;
  RunRequest request_;
  std::unique_ptr<emulated::EmulatedRun> run_;
  std::size_t looks_ = 0;
  std::size_t pending_sum_ = 0;
};

}  // namespace gin::bench
