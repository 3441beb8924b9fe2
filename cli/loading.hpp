// What the words of a scenario file may be in this build, and a scenario that is sure to start.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/execute.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::cli {

/// Programs of this build, and the profiles and stacks that ship with it.
scenario::Vocabulary words_of(const Programs& programs);

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

/// execute, where what only shows when a row is about to start (a parameter that does not fit the launch) is the
/// file's fault too: its name opens the message.
trace::Result execute_file(const std::string& file, const Backend& backend, const Programs& programs,
                           const std::vector<scenario::Variant>& variants,
                           const std::function<void(const RunProgress&)>& progress,
                           trace::Recordings* recordings = nullptr);

}  // namespace gin::cli
