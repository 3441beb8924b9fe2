// What a backend is to the rest of the house: it runs one row of a scenario.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/run/program_entry.hpp"
#include "core/scenario/scenario.hpp"
#include "core/trace/recording.hpp"
#include "core/trace/result.hpp"

namespace gin {

/// How far a row is: 0 to 1000. Called now and then from the thread that runs.
using Progress = std::function<void(int per_mille)>;

struct RunRequest {
  const scenario::Scenario& scenario;
  const ProgramEntry& program;
  std::uint64_t seed = 1;  ///< of this repeat
  Progress progress;
  std::vector<std::string>* timeline = nullptr;  ///< virtual time only: a line for every delivered event
  trace::Recording* recording = nullptr;         ///< of the last measured iteration, by a backend that records
};

/// What a backend says of itself, so that whoever compares backends or tests them needs no names.
struct Traits {
  /// A cost model's, what a cost model says waited for, or that of this machine.
  enum class Time { modelled, paced, real };
  /// Of what goes to another PE over a NIC: as the profile has it, always kept, or kept by nobody.
  enum class Order { of_profile, kept, none };

  Time time = Time::real;
  Order order = Order::none;
  std::vector<scenario::Path> paths = {};  ///< that it has, pointer among them where memory is shared
  bool has_processes = false;              ///< one for each PE
  bool matches = false;                    ///< a CPU brings sends and receives together
  bool counts = false;                     ///< path gpu takes queues of a NIC that counts (PostRules::counted)

  bool has(scenario::Path path) const { return std::ranges::find(paths, path) != paths.end(); }
  /// As results have it: "virtual" or "wall".
  std::string clock() const { return time == Time::modelled ? "virtual" : "wall"; }
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  virtual Traits traits() const = 0;
  /// Why it cannot run on this machine, in a sentence that says what to do; empty if it can.
  virtual std::string unavailable_because() const { return ""; }
  /// What it would run on here, for people; empty where nothing has to be chosen, or it cannot run.
  virtual std::string details() const { return ""; }
  /// Whether a run can be recorded (RunRequest::recording).
  virtual bool records() const { return false; }
  /// Whether this process is the one of its job that prints the report and writes the files. Throws
  /// Error(bad_input).
  virtual bool answers() const { return true; }
  /// Throws Error(bad_input, unavailable) before anything started, Error(failed) with a diagnosis afterwards.
  virtual trace::Row run(const RunRequest& request) const = 0;
};

/// All backends of this program, and those among them that ship with ginlab; defined in generated sources.
std::vector<std::unique_ptr<Backend>> make_backends();
std::vector<std::unique_ptr<Backend>> shipped_backends();

/// Launch facts as programs see them.
Launch launch_of(const scenario::Scenario& scenario, std::uint64_t seed);
/// Words of the scenario as the device headers have them.
Path path_of(scenario::Path path);
/// By peer, as seen from `me`: same node or other node; the PE itself counts as its own node.
std::vector<Path> paths_from(Pe me, const scenario::Scenario& scenario);
/// The part of a row that says what was run.
trace::Row row_for(const scenario::Scenario& scenario, const ProgramInstance& program);
/// "window[3] of PE 1: expected 0x.., got 0x.." or empty.
std::string describe(Pe pe, const Mismatch& mismatch);

}  // namespace gin
