#include "cli/one_row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/in_parallel.hpp"
#include "cli/loading.hpp"
#include "core/base/error.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {

OneRow OneRow::with(const scenario::Assignment& set) const {
  OneRow changed = *this;
  std::erase_if(changed.sets, [&](const scenario::Assignment& one) { return one.path == set.path; });
  changed.sets.push_back(set);
  return changed;
}

OneRow row_of(const OneRow& file, const scenario::Variant& variant) {
  OneRow row{file.file, {}};
  // Without axes, their fields are set.
  const bool has_axes = !variant.coordinates.empty();
  for (const scenario::Assignment& set : file.sets)
    if (!has_axes || !set.path.starts_with("compare")) row = row.with(set);
  if (has_axes) row = row.with({"compare", "null"});
  for (const scenario::Assignment& set : variant.sets) row = row.with(set);
  return row.with_seed(variant.scenario.seed);
}

scenario::Variant RowRunner::load_row(const OneRow& row) const {
  return load({.name = row.file, .sets = row.sets}, programs_).front();
}

const ProgramEntry& RowRunner::program_of(const scenario::Scenario& scenario) const {
  return *std::ranges::find(programs_, scenario.program, &ProgramEntry::name);
}

std::optional<Wrong> RowRunner::wrong_with(const scenario::Variant& variant) const {
  try {
    scenario::Variant alone = variant;
    alone.coordinates.clear();
    const trace::Row row = execute(backend_, programs_, {alone}, {}).rows.front();
    if (reports::checked(row) != reports::Checked::wrong) return std::nullopt;
    return Wrong{Came::wrong_data, "wrong data: " + reports::wrong_about(row)};
  } catch (const Error& error) {
    if (error.exit_code() == 2) throw;
    return Wrong{error.code() == Code::hung ? Came::hung : Came::failed, error.what()};
  }
}

Came RowRunner::came_to(const scenario::Variant& variant) const {
  try {
    const auto wrong = wrong_with(variant);
    return wrong ? wrong->kind : Came::right;
  } catch (const Error&) {
    return Came::refused;
  }
}

std::vector<Came> RowRunner::try_all(const std::vector<OneRow>& rows, const Progress& progress) const {
  std::vector<Came> came(rows.size(), Came::refused);
  std::vector<scenario::Variant> variants;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    try {
      variants.push_back(load_row(rows[i]));
      places.push_back(i);
    } catch (const Error&) {
      // It stays refused.
    }
  }
  const std::vector<Came> ran = try_all(variants, progress);
  for (std::size_t i = 0; i < ran.size(); ++i) came[places[i]] = ran[i];
  return came;
}

std::vector<Came> RowRunner::try_all(const std::vector<scenario::Variant>& variants,
                                     const Progress& progress) const {
  const std::vector<std::int64_t> values = in_parallel(
      {.command = "run",
       .count = variants.size(),
       .jobs = jobs_,
       .value_of = [&](std::size_t piece) { return static_cast<std::int64_t>(came_to(variants[piece])); },
       .name_of = [&](std::size_t piece) { return fmt::format("seed {}", variants[piece].scenario.seed); },
       .progress = progress});
  std::vector<Came> came;
  for (const std::int64_t value : values) came.push_back(static_cast<Came>(value));
  return came;
}

}  // namespace gin::cli
