// What the words of a scenario file may be in this build, and a scenario that is sure to start.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/run/execute.hpp"
#include "models/pairing.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::cli {

/// What a scenario, or a call of a cost function, runs on unless it says so.
inline constexpr const char* default_profile = "dgx-h100-cx7";
inline constexpr const char* default_stack = "lean";

/// Programs of this build, and the profiles and stacks that ship with it.
scenario::Vocabulary words_of(const Programs& programs);

/// Reads what rows name, overrides included, before the first of them runs. Most rows share it: a thousand rows
/// need not mean a thousand readings.
class Pairings {
 public:
  /// Throws Error(bad_input), as models::load_pairing does.
  void check(const scenario::Scenario& row);

 private:
  std::set<models::Asked> read_;
};

/// The file's rows. Profiles and stacks are read too, overrides included, so that a number that does not fit
/// is refused before the first row runs. Throws Error(bad_input).
struct ScenarioFile {
  std::string name;
  std::vector<scenario::Assignment> sets = {};
  std::vector<scenario::AxisText> axes = {};
};
std::vector<scenario::Variant> load(const ScenarioFile& file, const Programs& programs);

/// The machine and the library of one row, overrides included. Throws Error(bad_input).
models::Profile profile_of(const scenario::Scenario& row);
models::Stack stack_of(const scenario::Scenario& row);

/// As the row will have them in its result.
trace::Axes axes_of(const scenario::Variant& variant);

/// execute, where what only shows when a row is about to start (a parameter that does not fit the launch) is the
/// file's fault too: its name opens the message.
trace::Result execute_file(const std::string& file, const Backend& backend, const Programs& programs,
                           const std::vector<scenario::Variant>& variants,
                           const std::function<void(const RunProgress&)>& progress,
                           trace::Recordings* recordings = nullptr);

}  // namespace gin::cli
