#include "cli/predicted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "cli/in_parallel.hpp"
#include "cli/loading.hpp"
#include "cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/model_figure.hpp"
#include "models/without.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {
namespace {

using models::TableKind;
using models::ValidationCase;
using models::ValidationTable;

/// What a figure counts, out of the scenario that is run.
std::int64_t counted(const scenario::Scenario& scenario, const std::string& field) {
  const std::string params = "params.";
  if (field.starts_with(params)) {
    const auto& all = scenario.params.all();
    const auto found = all.find(field.substr(params.size()));
    const auto* const value = found == all.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    if (value != nullptr) return *value;
  }
  if (field == "launch.agents") return scenario.launch.agents;
  if (field == "cluster.gpus_per_node") return scenario.cluster.gpus_per_node;
  if (field == "peers") return scenario.n_pes() - 1;
  throw Error(Code::bad_input,
              fmt::format("$.amount: expected whole numbers, launch.agents, cluster.gpus_per_node, peers, or "
                          "params.NAME for an integer of program {}, got {}",
                          scenario.program, in_quotes(field)));
}

/// What is left to run for a figure.
struct Run {
  std::size_t place = 0;  ///< of the figure among all
  scenario::Variant variant;
  std::int64_t amount = 1;
};

/// In millionths of the unit: of a microsecond, a message per microsecond, a gigabyte per second.
std::int64_t value_of(const ValidationTable& table, const Run& run, const Backend& backend,
                      const Programs& programs) {
  const trace::Row row = execute(backend, programs, {run.variant}, {}).rows.at(0);
  if (reports::checked(row) == reports::Checked::wrong) throw Error(Code::wrong_data, reports::wrong_about(row));
  Duration time = Duration{row.p50_ps()} + table.besides;
  if (table.launched) {
    const models::HostProfile host = profile_of(run.variant.scenario).host;
    time += host.launch + host.start;
  }
  return models::figure_value(table.figure, run.amount, time);
}

std::string name_of(const PredictedCase& one) {
  return fmt::format("{}, case {}", one.table->name, one.figure->id);
}

template <class Work>
auto with_name(const PredictedCase& one, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", name_of(one), error.what()));
  }
}

/// Calls cost functions as it goes, and leaves what has to run.
class Preparation {
 public:
  Preparation(const ToPredict& wanted, const Programs& programs)
      : wanted_(wanted), programs_(programs), words_(words_of(programs)) {
    for (const ValidationTable& table : wanted.tables)
      for (const ValidationCase& figure : table.cases) take({&table, &figure, {}, {}, 0, wanted.leave_out});
  }

  std::vector<PredictedCase> all;
  std::vector<Run> runs;

 private:
  void take(PredictedCase one) {
    with_name(one, [&] { one.table->kind == TableKind::model ? call(one) : read(one); });
  }

  void call(PredictedCase one) {
    const models::ModelFigure value = models::model_figure(*one.table, *one.figure, one.is_left_out);
    one.profile = value.profile;
    one.machine = value.profile + (value.stack.empty() ? "" : " + " + value.stack);
    one.predicted = value.millionths;
    keep(one);
  }

  void read(PredictedCase one) {
    std::vector<scenario::Assignment> sets;
    for (std::size_t i = 0; i < one.table->columns.size(); ++i)
      sets.push_back({one.table->columns[i], one.figure->at[i]});
    auto variants = scenario::load_text(one.table->scenario, "$.scenario", sets, words_);
    if (variants.size() != 1)
      throw Error(Code::bad_input, "$.scenario.compare: expected none: the cases say what varies");
    if (one.is_left_out)
      variants = scenario::load_text(one.table->scenario, "$.scenario",
                                     with_left_out(sets, variants.front().scenario, one.figure->from), words_);
    const scenario::Scenario& scenario = variants.front().scenario;
    pairings_.check(scenario);
    refuse_unplanned(programs_, scenario);
    one.profile = scenario.cluster.profile;
    one.machine = fmt::format("{} + {}", scenario.cluster.profile, scenario.stack);
    const std::int64_t amount =
        models::product(one.table->amount, [&](const std::string& field) { return counted(scenario, field); });
    if (keep(one)) runs.push_back({all.size() - 1, variants.front(), amount});
  }

  /// What the case sets by itself counts.
  static std::vector<scenario::Assignment> with_left_out(std::vector<scenario::Assignment> sets,
                                                         const scenario::Scenario& scenario,
                                                         const std::string& from) {
    const auto add = [&](const std::string& of, const Overrides& replaced) {
      for (const Override& one : replaced)
        if (std::ranges::find(sets, of + one.path, &scenario::Assignment::path) == sets.end())
          sets.push_back({of + one.path, one.number});
    };
    add("profile.", models::profile_without(scenario.cluster.profile, from));
    add("stack.", models::stack_without(scenario.stack, from));
    return sets;
  }

  bool keep(const PredictedCase& one) {
    const bool wanted = wanted_.profile.empty() || one.profile == wanted_.profile;
    if (wanted) all.push_back(one);
    return wanted;
  }

  const ToPredict& wanted_;
  const Programs& programs_;
  const scenario::Vocabulary words_;
  Pairings pairings_;
};

}  // namespace

std::vector<PredictedCase> predict(const ToPredict& wanted, const Backend& backend, const Programs& programs) {
  Preparation prepared(wanted, programs);
  const std::vector<Run>& runs = prepared.runs;
  const auto figure = [&](std::size_t i) -> PredictedCase& { return prepared.all[runs[i].place]; };
  ProgressBar bar;
  const std::vector<std::int64_t> values = in_parallel(
      {.command = "accuracy",
       .count = runs.size(),
       .jobs = wanted.jobs,
       .value_of =
           [&](std::size_t i) {
             return with_name(figure(i), [&] { return value_of(*figure(i).table, runs[i], backend, programs); });
           },
       .name_of = [&](std::size_t i) { return name_of(figure(i)); },
       .progress =
           [&](std::size_t done) {
             bar.show(RunProgress{static_cast<int>(1000 * done / runs.size()), std::min(done + 1, runs.size()),
                                  runs.size()});
           }});
  for (std::size_t i = 0; i < runs.size(); ++i) figure(i).predicted = values[i];
  return std::move(prepared.all);
}

}  // namespace gin::cli
