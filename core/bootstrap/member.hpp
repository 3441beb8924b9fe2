// One PE's way to the others while no fabric connects them yet: it joins the rendezvous, exchanges bytes with all,
// learns when another PE dies, and hands in its report. One background thread does the network.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "core/bootstrap/gathering.hpp"
#include "core/bootstrap/seat.hpp"

namespace gin::bootstrap {

/// stand(), progress(), aborted(), abort_reason() and abort() may be called from any thread, the rest from one.
class Member {
 public:
  struct Options : Seat::Who {
    std::string address;  ///< of the rendezvous: HOST:PORT
  };

  /// Joins, and tries again while nobody listens there yet. Throws Error: bad_input for options that make no sense,
  /// failed if it is refused or the deadline passes, said_by_another if the job has failed before.
  explicit Member(Options options);
  /// Without leave() before, this PE has died for everybody else.
  ~Member();
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  std::uint32_t rank() const;
  std::uint32_t size() const;
  /// This machine as the rendezvous reaches it, and with it most likely the other PEs: "10.0.0.2".
  std::string local_address() const;

  /// Begins to exchange `bytes` with everybody, at once. All PEs begin the same steps in the same order, under the
  /// same names; up to gathers_max of them may be under way. The first to come waits for the last up to its
  /// deadline, or to `within` if that is given, and from the latest sign of progress on; then the job fails with
  /// the names of the missing.
  Gathering all_gather(const std::string& step, std::string bytes, std::chrono::milliseconds within = {});
  /// Returns when everybody has called it.
  void barrier(const std::string& step);

  /// Where this PE is, for the sentence that is said when it dies: "iteration 3, waiting for signal 7". Cheap; the
  /// latest is on its way within 50 ms.
  void stand(std::string where);

  /// Operations of this PE go on: everybody is told within a second. For now and then, not for each of them.
  void progress();
  /// Counts the news that those of some PE go on. Costs an atomic load.
  std::uint64_t progress_heard() const;

  /// The job has failed, here or elsewhere. Costs an atomic load.
  bool aborted() const;
  /// Which PE failed, how, and where it stood; empty while nothing is wrong.
  std::string abort_reason() const;
  /// Whether it was the rendezvous that said so: then everybody knows the same reason.
  bool heard_why() const;
  /// Waits up to `patience` for the job to fail. What a PE sees break is often the effect of another PE's death, of
  /// which the rendezvous hears at the same moment.
  bool fails_within(std::chrono::milliseconds patience);
  /// This PE gives up, and everybody is told. Returns when the rendezvous knows, after two seconds in any case.
  void abort(const std::string& reason);

  /// This PE is done. Returns when the rendezvous has the report; nothing can be exchanged any more. Throws
  /// Error(failed) if the job has failed.
  void leave(const std::string& report);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gin::bootstrap
