#include "cli/loading.hpp"

#include <fmt/format.h>

#include <set>

#include "cli/model_text.hpp"
#include "core/base/error.hpp"
#include "models/load.hpp"

namespace gin::cli {
namespace {

std::vector<std::string> names_of(const std::vector<models::Shipped>& files) {
  std::vector<std::string> names;
  for (const models::Shipped& file : files) names.push_back(file.name);
  return names;
}

/// A profile or stack as a scenario asks for it.
struct Wanted {
  std::string name;
  models::Overrides overrides;
  auto operator<=>(const Wanted&) const = default;
};

Wanted wanted(const std::string& name, const std::vector<scenario::Override>& overrides) {
  Wanted wanted{.name = name, .overrides = {}};
  for (const scenario::Override& each : overrides) wanted.overrides.emplace_back(each.path, each.number);
  return wanted;
}

Wanted wanted_profile(const scenario::Scenario& row) {
  return wanted(row.cluster.profile, row.profile_overrides);
}

Wanted wanted_stack(const scenario::Scenario& row) {
  return wanted(row.stack, row.stack_overrides);
}

}  // namespace

scenario::Vocabulary words_of(const Programs& programs) {
  scenario::Vocabulary words =
      vocabulary(programs, names_of(models::shipped_profiles()), names_of(models::shipped_stacks()));
  words.default_profile = "dgx-h100-cx7";
  words.default_stack = "lean";
  for (const Field& field : model_fields()) words.numbers.push_back(field.path);
  return words;
}

std::vector<scenario::Variant> load(const ScenarioFile& file, const Programs& programs) {
  auto variants = scenario::load(file.name, file.sets, words_of(programs), file.axes);
  // Most rows share them; a thousand rows need not mean a thousand readings.
  std::set<Wanted> profiles;
  std::set<Wanted> stacks;
  for (const scenario::Variant& variant : variants) {
    const scenario::Scenario& row = variant.scenario;
    const Wanted profile = wanted_profile(row);
    const Wanted stack = wanted_stack(row);
    try {
      if (profiles.insert(profile).second) models::load_profile(profile.name, profile.overrides);
      if (stacks.insert(stack).second) models::load_stack(stack.name, stack.overrides);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{}: {}", file.name, error.what()));
    }
  }
  return variants;
}

models::Profile profile_of(const scenario::Scenario& row) {
  const Wanted profile = wanted_profile(row);
  return models::load_profile(profile.name, profile.overrides);
}

models::Stack stack_of(const scenario::Scenario& row) {
  const Wanted stack = wanted_stack(row);
  return models::load_stack(stack.name, stack.overrides);
}

trace::Result execute_file(const std::string& file, const Backend& backend, const Programs& programs,
                           const std::vector<scenario::Variant>& variants,
                           const std::function<void(const RunProgress&)>& progress, trace::Recordings* recordings) {
  try {
    return execute(backend, programs, variants, progress, recordings);
  } catch (const Error& error) {
    if (error.exit_code() != 2) throw;
    throw Error(error.code(), fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace gin::cli
