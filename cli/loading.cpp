#include "cli/loading.hpp"

#include <fmt/format.h>

#include "cli/field_text.hpp"
#include "core/base/error.hpp"

namespace gin::cli {
namespace {

std::vector<std::string> names_of(const std::vector<models::Shipped>& files) {
  std::vector<std::string> names;
  for (const models::Shipped& file : files) names.push_back(file.name);
  return names;
}

}  // namespace

scenario::Vocabulary words_of(const Programs& programs) {
  scenario::Vocabulary words =
      vocabulary(programs, names_of(models::shipped_profiles()), names_of(models::shipped_stacks()));
  words.default_profile = default_profile;
  words.default_stack = default_stack;
  for (const Field& field : model_fields()) words.numbers.push_back(field.path);
  return words;
}

void Pairings::check(const scenario::Scenario& row) {
  const models::Asked asked{.profile = row.cluster.profile,
                            .profile_overrides = row.profile_overrides,
                            .stack = row.stack,
                            .stack_overrides = row.stack_overrides,
                            .paths = row.path_words()};
  if (read_.insert(asked).second) models::load_pairing(asked);
}

std::vector<scenario::Variant> load(const ScenarioFile& file, const Programs& programs) {
  auto variants = scenario::load(file.name, file.sets, words_of(programs), file.axes);
  Pairings pairings;
  for (const scenario::Variant& variant : variants) {
    try {
      pairings.check(variant.scenario);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("{}: {}", file.name, scenario::in_row(error, variant.coordinates).what()));
    }
  }
  return variants;
}

models::Profile profile_of(const scenario::Scenario& row) {
  return models::load_profile(row.cluster.profile, row.profile_overrides);
}

models::Stack stack_of(const scenario::Scenario& row) {
  return models::load_stack(row.stack, row.stack_overrides);
}

trace::Axes axes_of(const scenario::Variant& variant) {
  trace::Axes axes;
  for (const auto& [axis, value] : variant.coordinates) axes.emplace_back(axis, value);
  return axes;
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
