#include "cli/sweep_points.hpp"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/golden.hpp"
#include "cli/loading.hpp"
#include "cli/prediction.hpp"
#include "core/base/digest.hpp"
#include "core/run/version.hpp"
#include "models/load.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {

sweep::SweepIdentity SweepPoints::identity() const {
  std::set<std::string> texts;
  Digest rows;
  const auto add = [&](const std::string& text) { rows.add_bytes(text.data(), text.size()); };
  for (const scenario::Variant& variant : of_.variants) {
    add(variant.document + "\n");
    // A file that is named may say something else by tomorrow.
    if (texts.insert(variant.scenario.cluster.profile).second)
      add(models::profile_document(variant.scenario.cluster.profile).dump());
    if (texts.insert("stack " + variant.scenario.stack).second)
      add(models::stack_document(variant.scenario.stack).dump());
    for (const auto& coordinate : variant.coordinates) add(coordinate.axis + "=" + coordinate.value + "\n");
  }
  return {.ginlab = build_version,
          .scenario = of_.variants.front().scenario.name,
          .backend = of_.backend.name(),
          .points = of_.variants.size(),
          .rows = hex16(rows.value())};
}

std::string SweepPoints::run(std::size_t point) const {
  try {
    const std::vector<scenario::Variant> alone = {of_.variants[point]};
    trace::Result result = execute_file(of_.file, of_.backend, of_.programs, alone, nullptr);
    add_predictions(result, of_.backend, of_.backends, of_.programs, alone);
    const trace::Row& row = result.rows.front();
    const bool wrong = reports::checked(row) == reports::Checked::wrong;
    const std::string why =
        wrong ? fmt::format("wrong data in {}: {}", row_name(row.axes), reports::wrong_about(row)) : "";
    return sweep::line_of(point, wrong ? sweep::PointState::wrong : sweep::PointState::done, why, row);
  } catch (const std::exception& error) {
    return sweep::failed_line(point, error.what(), axes_of(of_.variants[point]));
  }
}

std::string SweepPoints::lost(std::size_t point, const std::string& why) const {
  const trace::Axes axes = axes_of(of_.variants[point]);
  return sweep::failed_line(point, fmt::format("{}: {}", row_name(axes), why), axes);
}

trace::Result SweepPoints::result_of(std::vector<trace::Row> rows) const {
  const scenario::Scenario& first = of_.variants.front().scenario;
  trace::Result result;
  result.host = host();
  result.scenario = first.name;
  result.description = first.description;
  result.backend = of_.backend.name();
  result.clock = of_.backend.traits().clock();
  result.digest = digest_of(rows);
  result.rows = std::move(rows);
  return result;
}

}  // namespace gin::cli
