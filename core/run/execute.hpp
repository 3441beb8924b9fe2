// From loaded variants to a result: every row on one backend, repeats with derived seeds, digests, host facts.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/run/backend.hpp"
#include "core/trace/recordings.hpp"

namespace gin {

/// The programs of this build: the shipped ones, and those a user's project adds.
using Programs = std::vector<ProgramEntry>;

/// Throws Error(bad_input) where two of them have one name: a scenario could not say which it means.
void refuse_same_names(const Programs& programs);

/// What scenario files may name. `profiles` and `stacks` come from the models, which core does not know.
scenario::Vocabulary vocabulary(const Programs& programs, std::vector<std::string> profiles,
                                std::vector<std::string> stacks);

/// Throws Error(bad_input) where the row's program refuses what the row asks of it: what `execute` says when it comes to that row.
void refuse_unplanned(const Programs& programs, const scenario::Scenario& row);

/// The whole run so far, 0 to 1000, and which row of how many is running (1-based).
struct RunProgress {
  int per_mille = 0;
  std::size_t row = 0;
  std::size_t rows = 0;
};

/// A row that failed ends the run; what was measured before it is kept.
class RunFailed : public Error {
 public:
  RunFailed(Code code, const std::string& message, trace::Result before)
      : Error(code, message), before_(std::move(before)) {}
  /// The rows before the one that failed, in the order of the variants; no digest.
  const trace::Result& before() const { return before_; }

 private:
  trace::Result before_;
};

/// Runs all variants. Rows whose data is wrong are in the result with verified = false and the first mismatch;
/// the caller decides. Throws RunFailed: bad_input or unavailable before the row began, failed with a diagnosis;
/// the message names the row. `recordings` gets one of each row's first repeat, from a backend that records.
trace::Result execute(const Backend& backend, const Programs& programs,
                      const std::vector<scenario::Variant>& variants,
                      const std::function<void(const RunProgress&)>& progress,
                      trace::Recordings* recordings = nullptr);

/// Of a result: over the digests of its rows.
std::string digest_of(const std::vector<trace::Row>& rows);

/// Names this machine: system, compiler, cores, version, start time.
trace::Host host();

}  // namespace gin
