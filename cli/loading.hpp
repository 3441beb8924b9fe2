// What the words of a scenario file may be in this build, and a scenario that is sure to start.
#pragma once

#include <string>
#include <vector>

#include "core/run/execute.hpp"
#include "models/profile.hpp"

namespace gin::cli {

/// Programs of this build, and the profiles and stacks that ship with it.
scenario::Vocabulary words_of(const Programs& programs);

/// The file's rows. Profiles and stacks are read too, overrides included, so that a number that does not fit
/// is refused before the first row runs. Throws Error(bad_input).
struct ScenarioFile {
  std::string name;
  std::vector<scenario::Assignment> sets = {};
};
std::vector<scenario::Variant> load(const ScenarioFile& file, const Programs& programs);

/// The machine of one row, overrides included.
models::Profile profile_of(const scenario::Scenario& row);

}  // namespace gin::cli
