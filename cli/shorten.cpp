#include "cli/shorten.hpp"

#include <algorithm>
#include <optional>

#include "cli/progress.hpp"

namespace gin::cli {
namespace {

constexpr std::uint64_t seeds_tried = 16;  ///< what a few PEs fewer need, now that all draws fall elsewhere
constexpr std::int64_t late_one_in_max = 1 << 16;

/// A number that a run is larger by.
struct Knob {
  std::string path;
  std::int64_t now;
  std::int64_t least;
  bool grows = false;  ///< more of it is less of a run
};

std::vector<Knob> knobs_of(const scenario::Scenario& s, const std::vector<Field>& params) {
  std::vector<Knob> knobs = {{"measure.repeat", s.measure.repeat, 1},
                             {"measure.warmup", s.measure.warmup, 0},
                             {"measure.iterations", s.measure.iterations, 1},
                             {"cluster.nodes", s.cluster.nodes, 1},
                             {"cluster.gpus_per_node", s.cluster.gpus_per_node, 1},
                             {"launch.agents", s.launch.agents, 1}};
  for (const Field& field : params)
    if (field.kind == FieldKind::integer)
      knobs.push_back({"params." + field.path, s.params.integer(field.path), field.min});
  if (s.test.adversary != scenario::Adversary::none)
    knobs.push_back({"test.late_one_in", s.test.late_one_in, 1, true});
  return knobs;
}

/// Smaller ones, the smallest first.
std::vector<std::int64_t> steps_of(const Knob& knob) {
  if (knob.grows) {
    std::vector<std::int64_t> steps;
    for (std::int64_t next = late_one_in_max; next > knob.now; next /= 4) steps.push_back(next);
    return steps;
  }
  std::vector<std::int64_t> steps = {knob.least, knob.now / 4, knob.now / 2, knob.now - 1};
  std::erase_if(steps, [&](std::int64_t step) { return step < knob.least || step >= knob.now; });
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

class Trials {
 public:
  Trials(const RowRunner& runner, Came kind, bool shows_progress)
      : runner_(runner), kind_(kind), bar_(shows_progress) {}

  /// The row at the first seed at which it fails in the same way.
  std::optional<OneRow> still_failing(const OneRow& row) {
    std::vector<OneRow> tried = {row};
    for (std::uint64_t seed = 1; seed <= seeds_tried; ++seed) tried.push_back(row.with_seed(seed));
    const std::vector<Came> came =
        runner_.try_all(tried, [&](std::size_t more) { bar_.show(ShorteningProgress{done_ + more}); });
    done_ += tried.size();
    const auto wrong = std::ranges::find(came, kind_);
    if (wrong == came.end()) return std::nullopt;
    return tried[static_cast<std::size_t>(wrong - came.begin())];
  }

 private:
  const RowRunner& runner_;
  const Came kind_;
  ProgressBar bar_;
  std::size_t done_ = 0;
};

}  // namespace

OneRow shortened(const OneRow& failing, Came kind, const RunOptions& options, const RowRunner& runner) {
  OneRow row = failing;
  Trials trials(runner, kind, !options.quiet);
  for (bool any = true; any;) {
    any = false;
    const scenario::Scenario now = runner.load_row(row).scenario;
    for (const Knob& knob : knobs_of(now, runner.program_of(now).params)) {
      if (std::ranges::find(options.sets, knob.path, &scenario::Assignment::path) != options.sets.end()) continue;
      for (const std::int64_t step : steps_of(knob)) {
        const std::optional<OneRow> smaller = trials.still_failing(row.with({knob.path, std::to_string(step)}));
        if (!smaller) continue;
        row = *smaller;
        any = true;
        break;
      }
    }
  }
  return row;
}

}  // namespace gin::cli
