// This process as one PE of a job that somebody else started: a person, mpirun, srun. All PEs run the same command;
// PE 0 is where they meet, and the one that answers.
#pragma once

#include <memory>
#include <string>

#include "core/bootstrap/identity.hpp"
#include "core/bootstrap/rendezvous.hpp"
#include "core/process/carrier.hpp"

namespace gin {

class StartedPe {
 public:
  /// Meets the others, for all rows that they will run. Throws Error: unavailable if this is PE 0 and it cannot
  /// listen at its address, failed if it is refused or the others do not come.
  explicit StartedPe(bootstrap::Identity who);
  /// Leaves, and PE 0 stays until everybody has.
  ~StartedPe();
  StartedPe(const StartedPe&) = delete;
  StartedPe& operator=(const StartedPe&) = delete;

  /// Returns the whole row in every PE. Throws Error: failed in the PEs that have something to say, said_by_another
  /// in the rest.
  trace::Row run(const ProcessPlan& plan, Carrier& carrier);

 private:
  trace::Row run_with_the_others(const ProcessPlan& plan, Carrier& carrier);
  void check_that_all_run(const std::string& row);
  [[noreturn]] void fail() const;

  bootstrap::Identity who_;
  std::unique_ptr<bootstrap::Rendezvous> rendezvous_;  // of PE 0
  std::unique_ptr<bootstrap::Member> member_;
};

/// The PE that this process is, for all that it runs, on whichever backend: it meets the others once, and leaves
/// them at the end of the process.
StartedPe& this_process(const bootstrap::Identity& who);

}  // namespace gin
