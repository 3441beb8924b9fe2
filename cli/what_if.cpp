// ginlab what-if: the scenario again and again in virtual time, each time with one number a step away.
#include <fmt/format.h>

#include <functional>

#include "cli/backends.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/loading.hpp"
#include "cli/progress.hpp"
#include "cli/variation.hpp"
#include "cli/what_if_report.hpp"
#include "core/base/error.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {
namespace {

/// One of the two files whose numbers a row runs with.
struct Model {
  std::string prefix;
  Overrides scenario::Scenario::*overrides;
  std::vector<models::Number> (*numbers)(const scenario::Scenario& row);
};

std::vector<Model> both_models() {
  return {{"profile.", &scenario::Scenario::profile_overrides,
           [](const scenario::Scenario& row) { return models::numbers_of(profile_of(row)); }},
          {"stack.", &scenario::Scenario::stack_overrides,
           [](const scenario::Scenario& row) { return models::numbers_of(stack_of(row)); }}};
}

/// The row with one number replaced, an override of the same number too.
scenario::Variant changed(scenario::Variant variant, const Model& model, const models::Number& number) {
  auto& overrides = variant.scenario.*model.overrides;
  std::erase_if(overrides, [&](const Override& each) { return each.path == number.path; });
  overrides.push_back({.path = number.path, .number = models::written(number)});
  return variant;
}

class Experiment {
 public:
  Experiment(const std::string& file, const Backend& backend, const Programs& programs,
             const std::vector<scenario::Variant>& variants)
      : file_(file), backend_(backend), programs_(programs), variants_(variants) {}

  WhatIf run(std::int64_t percent) {
    const std::vector<Model> models = both_models();
    for (const Model& model : models)
      runs_ += 2 * variants_.size() * model.numbers(variants_.front().scenario).size();
    runs_ += variants_.size();
    base_ = execute_file(file_, backend_, programs_, variants_, progress());
    done_ = variants_.size();
    WhatIf found{.scenario = base_.scenario, .percent = percent, .rows = {}, .base_p50_ps = {}, .numbers = {}};
    for (const trace::Row& row : base_.rows) {
      refuse_wrong_data(row);
      refuse_no_time(row);
      found.rows.push_back(row.axes);
      found.base_p50_ps.push_back(row.p50_ps());
    }
    for (const Model& model : models) vary(model, percent, found.numbers);
    return found;
  }

 private:
  void vary(const Model& model, std::int64_t percent, std::vector<Sensitivity>& found) {
    std::vector<std::vector<models::Number>> of_rows;
    for (const scenario::Variant& variant : variants_) of_rows.push_back(model.numbers(variant.scenario));
    for (std::size_t i = 0; i < of_rows.front().size(); ++i) {
      Sensitivity number{.field = model.prefix + of_rows.front()[i].path, .rows = {}};
      for (std::size_t row = 0; row < variants_.size(); ++row) {
        const models::Number& base = of_rows[row][i];
        Trial less = trial(model, step_of(base, Side::less, percent), row);
        Trial more = trial(model, step_of(base, Side::more, percent), row);
        number.rows.push_back({.base = base, .less = std::move(less), .more = std::move(more)});
      }
      found.push_back(std::move(number));
    }
  }

  /// What is refused, by the loader or when the row is about to start, is no fault of the file's: it is not run.
  Trial trial(const Model& model, const Step& step, std::size_t row) {
    if (!step.number) return skipped(step.why_not);
    const std::string with =
        fmt::format("{}{} = {}", model.prefix, step.number->path, models::written(*step.number));
    try {
      const scenario::Variant variant = changed(variants_[row], model, *step.number);
      model.numbers(variant.scenario);  // what the loader refuses, it refuses in fewer words than a backend
      const trace::Row now = execute(backend_, programs_, {variant}, progress()).rows.front();
      refuse_wrong_data(now);
      ++done_;
      return {.value = models::written(*step.number),
              .why_not = "",
              .p50_ps = now.p50_ps(),
              .same = now.samples_ps == base_.rows[row].samples_ps};
    } catch (const Error& error) {
      if (error.exit_code() == 2) return skipped(error.what());
      throw Error(error.code(), fmt::format("{}: with {}: {}", file_, with, error.what()));
    }
  }

  Trial skipped(const std::string& why) {
    ++done_;
    return {.value = "", .why_not = why};
  }

  /// A time that belongs to wrong data says nothing about the numbers.
  static void refuse_wrong_data(const trace::Row& row) {
    if (reports::checked(row) == reports::Checked::wrong)
      throw Error(Code::wrong_data,
                  fmt::format("wrong data in {}: {}", row_name(row.axes), reports::wrong_about(row)));
  }

  /// Changes are shares of this time.
  void refuse_no_time(const trace::Row& row) const {
    if (row.p50_ps() <= 0)
      throw Error(Code::bad_input, fmt::format("{}: {}: expected a row that takes time, got a median of 0; measure "
                                               "something that waits or moves data",
                                               file_, row_name(row.axes)));
  }

  /// One bar over all runs, each of which knows only how far it is itself.
  std::function<void(const RunProgress&)> progress() {
    if (!bar_.watched()) return {};
    return [this](const RunProgress& run) {
      const std::size_t per_mille = 1000 * done_ + static_cast<std::size_t>(run.per_mille) * run.rows;
      bar_.show(RunProgress{static_cast<int>(per_mille / runs_), done_ + run.row, runs_});
    };
  }

  const std::string& file_;
  const Backend& backend_;
  const Programs& programs_;
  const std::vector<scenario::Variant>& variants_;
  trace::Result base_;
  ProgressBar bar_;
  std::size_t runs_ = 0;
  std::size_t done_ = 0;
};

}  // namespace

int carry_out(const WhatIfOptions& options, const Programs& programs) {
  const Backends backends = make_backends();
  const Backend* const backend = in_virtual_time(backends);
  if (backend == nullptr)
    throw Error(Code::unavailable,
                "what-if: expected a backend in virtual time, got a build without; see ginlab doctor");
  const auto variants = load({.name = options.file, .sets = options.sets}, programs);
  const WhatIf found = Experiment(options.file, *backend, programs, variants).run(options.percent);
  print(options.json ? to_json(found) : to_text(found, options.top));
  return 0;
}

}  // namespace gin::cli
