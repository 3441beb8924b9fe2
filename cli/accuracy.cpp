// ginlab accuracy: published and measured figures beside what the simulator says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "cli/backends.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/predicted.hpp"
#include "cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "reports/format.hpp"
#include "reports/table.hpp"

namespace gin::cli {
namespace {

using reports::Align;
using reports::Table;

/// Of thousandths.
std::string percent(std::int64_t share) {
  return fmt::format("{}{}.{} %", share < 0 ? "-" : "", std::abs(share) / 10, std::abs(share) % 10);
}

/// Of millionths, in four significant digits where there are so many.
std::string short_text(std::int64_t value) {
  std::int64_t step = 1;
  while (value / step >= 10'000) step *= 10;
  value = (value + step / 2) / step * step;
  std::string text = fmt::format("{}.{:06}", value / 1'000'000, value % 1'000'000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string cases_of(const models::ValidationTable& table, const std::vector<PredictedCase>& all) {
  const bool of_model = table.kind == models::TableKind::model;
  std::vector<reports::Column> columns = {{"figure"}};
  for (const std::string& column : table.columns) columns.push_back({column, Align::right});
  for (const char* title : {"expected", "predicted", "off"}) columns.push_back({title, Align::right});
  columns.push_back({"use"});
  Table out(columns);
  for (const PredictedCase& one : all) {
    if (one.table != &table) continue;
    std::vector<std::string> cells = {one.figure->id};
    cells.insert(cells.end(), one.figure->at.begin(), one.figure->at.end());
    cells.push_back(short_text(one.figure->expected));
    cells.push_back(short_text(one.predicted));
    cells.push_back((one.scored().off() < 0 ? "" : "+") + percent(one.scored().off()));
    cells.push_back((of_model ? "model, " : "") +
                    (one.is_prediction() ? "prediction" : "sets " + one.figure->sets));
    out.add(cells);
  }
  return out.empty() ? ""
                     : fmt::format("## {} ({}{}): {}\n\n{}\n\n{}\n", table.family, table.name,
                                   of_model ? ", cost function " + table.function : "",
                                   models::unit_of(table.figure), reports::wrapped(table.source), out.text());
}

/// Figures that belong together under one name of the summary.
using Sums = std::map<std::string, std::vector<const PredictedCase*>>;

/// The tables of the summary, by their first column's title. What a cost function says is summed up by itself: it
/// is one thing's cost, where a run has everything in it.
std::vector<std::pair<std::string, Sums>> sums_of(const std::vector<PredictedCase>& all) {
  Sums families, machines, everything, functions, every_function;
  for (const PredictedCase& one : all) {
    if (one.table->kind == models::TableKind::model) {
      functions[one.table->family].push_back(&one);
      every_function["all cost functions"].push_back(&one);
      continue;
    }
    families[one.table->family].push_back(&one);
    machines[one.machine].push_back(&one);
    everything["all"].push_back(&one);
  }
  return {{"family", families},
          {"profile + stack", machines},
          {"", everything},
          {"cost functions", functions},
          {"", every_function}};
}

models::Score score_of(const std::vector<const PredictedCase*>& members,
                       const std::optional<std::uint64_t>& permute) {
  std::vector<models::Scored> scored;
  for (const PredictedCase* one : members)
    if (one->is_prediction()) scored.push_back(one->scored());
  return models::score(permute ? models::permuted(scored, *permute) : scored);
}

std::string summary_of(const std::string& title, const Sums& sums, const std::optional<std::uint64_t>& permute) {
  Table out({{title},
             {"predictions", Align::right},
             {"calibration", Align::right},
             {"median off", Align::right},
             {"90th percentile", Align::right},
             {"in order", Align::right}});
  for (const auto& [name, members] : sums) {
    const models::Score score = score_of(members, permute);
    out.add({name, std::to_string(score.count), std::to_string(members.size() - score.count),
             score.count ? percent(score.median) : "-", score.count ? percent(score.p90) : "-",
             score.pairs ? fmt::format("{} of {}", percent(1000 * score.right / score.pairs), score.pairs) : "-"});
  }
  return out.text() + "\n";
}

/// Groups outside of the bounds, each with what its tables know about it.
std::string shortfalls_of(const Sums& sums) {
  std::string text;
  for (const auto& [name, members] : sums) {
    if (models::within(score_of(members, {}))) continue;
    std::vector<std::string> causes;
    for (const PredictedCase* one : members) {
      const std::string& cause = one->table->falls_short;
      if (one->is_prediction() && !cause.empty() && std::ranges::find(causes, cause) == causes.end())
        causes.push_back(cause);
    }
    if (causes.empty()) causes.emplace_back("no cause is known");
    text += reports::wrapped(fmt::format("- falls short: {}: {}", name, fmt::join(causes, "; ")), "  ") + "\n";
  }
  return text;
}

std::vector<models::ValidationTable> wanted(const AccuracyOptions& options) {
  std::vector<models::ValidationTable> tables = models::shipped_validation();
  std::vector<std::string> families;
  for (const auto& table : tables)
    if (std::ranges::find(families, table.family) == families.end()) families.push_back(table.family);
  std::erase_if(tables,
                [&](const auto& table) { return !options.family.empty() && table.family != options.family; });
  if (tables.empty())
    throw Error(Code::bad_usage,
                fmt::format("accuracy: --family {}: expected one of: {}{}", in_quotes(options.family),
                            reports::listed(families), did_you_mean(options.family, families)));
  return tables;
}

}  // namespace

int accuracy(const AccuracyOptions& options, const Programs& programs) {
  const Backends backends = make_backends();
  const Backend* const backend = in_virtual_time(backends);
  if (backend == nullptr)
    throw Error(Code::unavailable, "accuracy: expected a backend in virtual time, this build has none");
  const std::vector<models::ValidationTable> tables = wanted(options);
  std::size_t figures = 0, done = 0;
  for (const auto& table : tables) figures += table.cases.size();
  std::vector<PredictedCase> all;
  ProgressBar progress;
  for (const auto& table : tables) {
    for (const models::ValidationCase& figure : table.cases) {
      progress.show({static_cast<int>(1000 * done / figures), done + 1, figures});
      ++done;
      const auto wanted_profile = [&](const std::string& profile) {
        return options.profile.empty() || profile == options.profile;
      };
      if (table.kind == models::TableKind::model) {
        const PredictedCase one = predict(table, figure);
        if (wanted_profile(one.profile)) all.push_back(one);
        continue;
      }
      const scenario::Variant variant = scenario_of(table, figure, programs);
      if (wanted_profile(variant.scenario.cluster.profile))
        all.push_back(predict(table, figure, variant, *backend, programs));
    }
  }
  progress.clear();
  if (all.empty())
    throw Error(Code::bad_usage,
                fmt::format("accuracy: --profile {}: expected a profile that figures {}are about, "
                            "got one without",
                            in_quotes(options.profile), options.family.empty() ? "" : "of that family "));
  std::string text;
  if (!options.permute)
    for (const auto& table : tables) text += cases_of(table, all);
  for (const auto& [title, sums] : sums_of(all))
    if (!sums.empty()) text += summary_of(title, sums, options.permute);
  if (!options.permute) {
    const models::Bounds bounds;
    std::string falls_short;
    for (const auto& [title, sums] : sums_of(all))
      if (!title.empty()) falls_short += shortfalls_of(sums);
    if (!falls_short.empty())
      text += reports::wrapped(fmt::format("Bounds: a median of at most {}, a 90th percentile of at most {}, at "
                                           "least {} of the pairs in order.",
                                           percent(bounds.median), percent(bounds.p90), percent(bounds.order))) +
              "\n\n" + falls_short + "\n";
  }
  if (options.permute)
    text += reports::wrapped(fmt::format("Expected values were dealt out anew within each table (seed {}): "
                                         "what is left is what chance would give.",
                                         *options.permute)) +
            "\n";
  else
    for (const auto& table : tables)
      for (const models::LeftOut& one : table.left_out)
        text += reports::wrapped(fmt::format("- not predicted: {}: {}", one.id, one.why), "  ") + "\n";
  print(text);
  return 0;
}

}  // namespace gin::cli
