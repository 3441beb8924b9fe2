#include "cli/predicted.hpp"

#include <fmt/format.h>

#include "cli/loading.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/model_figure.hpp"
#include "reports/group.hpp"

namespace gin::cli {
namespace {

/// What a figure counts, out of the scenario that was run.
std::int64_t amount_of(const scenario::Scenario& scenario, const std::string& field) {
  const std::string params = "params.";
  if (field.starts_with(params)) return scenario.params.integer(field.substr(params.size()));
  if (field == "launch.agents") return scenario.launch.agents;
  if (field == "cluster.gpus_per_node") return scenario.cluster.gpus_per_node;
  if (field == "peers") return scenario.n_pes() - 1;
  throw Error(Code::bad_input, fmt::format("$.amount: expected params.NAME, launch.agents, "
                                           "cluster.gpus_per_node or peers, got {}",
                                           in_quotes(field)));
}

/// In millionths of the unit: of a microsecond, a message per microsecond, a gigabyte per second.
std::int64_t value_of(const models::ValidationTable& table, const scenario::Scenario& scenario,
                      const trace::Row& row) {
  Duration time{row.p50_ps()};
  if (table.launched) {
    const models::HostProfile host = profile_of(scenario).host;
    time += host.launch + host.start;
  }
  __int128 amount = 1;
  for (const std::string& field : table.amount) amount *= amount_of(scenario, field);
  if (amount == 0) throw Error(Code::bad_input, "$.amount: expected fields above 0, got a product of 0");
  return models::figure_value(table.figure, static_cast<std::int64_t>(amount), time);
}

Error in_case(const Error& error, const models::ValidationTable& table, const models::ValidationCase& figure) {
  return {error.code(), fmt::format("{}, case {}: {}", table.name, figure.id, error.what())};
}

}  // namespace

scenario::Variant scenario_of(const models::ValidationTable& table, const models::ValidationCase& figure,
                              const Programs& programs) {
  std::vector<scenario::Assignment> sets;
  for (std::size_t i = 0; i < table.columns.size(); ++i) sets.push_back({table.columns[i], figure.at[i]});
  try {
    const auto variants = scenario::load_text(table.scenario, "$.scenario", sets, words_of(programs));
    if (variants.size() != 1)
      throw Error(Code::bad_input, "$.scenario.compare: expected none: the cases say what varies");
    return variants.front();
  } catch (const Error& error) {
    throw in_case(error, table, figure);
  }
}

PredictedCase predict(const models::ValidationTable& table, const models::ValidationCase& figure,
                      const scenario::Variant& variant, const Backend& backend, const Programs& programs) {
  const scenario::Scenario& scenario = variant.scenario;
  try {
    const trace::Row row = execute(backend, programs, {variant}, {}).rows.at(0);
    if (reports::checked(row) == reports::Checked::wrong) throw Error(Code::wrong_data, reports::wrong_about(row));
    return {&table, &figure, scenario.cluster.profile,
            fmt::format("{} + {}", scenario.cluster.profile, scenario.stack), value_of(table, scenario, row)};
  } catch (const Error& error) {
    throw in_case(error, table, figure);
  }
}

PredictedCase predict(const models::ValidationTable& table, const models::ValidationCase& figure) {
  try {
    const models::ModelFigure value = models::model_figure(table, figure);
    const std::string stack = value.stack.empty() ? "" : " + " + value.stack;
    return {&table, &figure, value.profile, value.profile + stack, value.millionths};
  } catch (const Error& error) {
    throw in_case(error, table, figure);
  }
}

}  // namespace gin::cli
