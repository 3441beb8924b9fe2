#include "cli/seeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/console.hpp"
#include "cli/golden.hpp"
#include "cli/in_parallel.hpp"
#include "cli/one_row.hpp"
#include "cli/progress.hpp"
#include "cli/shell_word.hpp"
#include "cli/shorten.hpp"
#include "core/base/error.hpp"
#include "reports/base/format.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {
namespace {

void refuse_reports(const RunOptions& options) {
  const std::pair<const char*, bool> reports[] = {{"--out", !options.out.empty()},
                                                  {"--report", !options.report.empty()},
                                                  {"--json", options.json},
                                                  {"--expect", !options.expect.empty()},
                                                  {"--golden", !options.golden.empty()},
                                                  {"--junit", !options.junit.empty()},
                                                  {"--trace", !options.trace.file.empty()}};
  for (const auto& [option, is_given] : reports)
    if (is_given)
      throw Error(Code::bad_usage,
                  fmt::format("run: {}: expected none with --seeds, which reports no run; run the seed that is of "
                              "interest without --seeds",
                              option));
}

/// Every row at one seed after the other, some at a time, so that those behind a failure need not run.
class Seeds {
 public:
  Seeds(const RowRunner& runner, const std::vector<scenario::Variant>& variants, std::uint64_t count)
      : runner_(runner), variants_(variants), count_(count) {}

  /// The first in order that goes wrong.
  std::optional<scenario::Variant> first_wrong(std::size_t at_a_time, bool shows_progress) const {
    const std::uint64_t all = count_ * variants_.size();
    ProgressBar bar(shows_progress);
    for (std::uint64_t done = 0; done < all;) {
      const std::uint64_t before = done;
      std::vector<scenario::Variant> some;
      for (; some.size() < at_a_time && done < all; ++done) some.push_back(at(done));
      const std::vector<Came> came = runner_.try_all(some, [&](std::size_t more) {
        bar.show(SeedsProgress{before + more, all});
      });
      const auto not_right = std::ranges::find_if(came, [](Came one) { return one != Came::right; });
      if (not_right != came.end()) return some[static_cast<std::size_t>(not_right - came.begin())];
    }
    return std::nullopt;
  }

 private:
  scenario::Variant at(std::uint64_t turn) const {
    scenario::Variant variant = variants_[turn % variants_.size()];
    variant.scenario.seed += turn / variants_.size();
    return variant;
  }

  const RowRunner& runner_;
  const std::vector<scenario::Variant>& variants_;
  std::uint64_t count_;
};

/// "seeds 1 to 100 of 9 rows: all right".
void say_right(const RunOptions& options, const std::vector<scenario::Variant>& variants) {
  if (options.quiet) return;
  const std::uint64_t first = variants.front().scenario.seed;
  const bool on_time = std::ranges::all_of(variants, [](const scenario::Variant& variant) {
    return variant.scenario.test.adversary == scenario::Adversary::none;
  });
  const bool unchecked =
      std::ranges::any_of(variants, [](const scenario::Variant& variant) { return variant.scenario.phantom; });
  print(fmt::format("seeds {} to {} of {}: all right{}{}\n", first,
                    first + static_cast<std::uint64_t>(options.seeds) - 1, reports::counted(variants.size(), "row"),
                    on_time ? "; nothing came late: --adversary contract looks for what the API leaves open" : "",
                    unchecked ? "; no data was compared where the payload is phantom" : ""));
}

}  // namespace

int try_seeds(const RunOptions& options, const Backend& backend, const Programs& programs,
              const std::vector<scenario::Variant>& variants) {
  refuse_reports(options);
  // On a wall clock several at a time would only be in each other's way.
  const bool is_virtual = backend.traits().time == Traits::Time::modelled;
  const std::size_t jobs = !is_virtual ? 1 : options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : cores();
  const RowRunner runner(backend, programs, jobs);
  const std::size_t at_a_time = 16 * jobs;
  const auto wrong =
      Seeds(runner, variants, static_cast<std::uint64_t>(options.seeds)).first_wrong(at_a_time, !options.quiet);
  if (!wrong) return say_right(options, variants), 0;

  const std::optional<Wrong> how = runner.wrong_with(*wrong);  // or it is refused, with the sentence of that
  trace::Axes axes;
  for (const auto& [axis, value] : wrong->coordinates) axes.emplace_back(axis, value);
  const std::string row = axes.empty() ? "" : ", " + row_name(axes);
  complain(fmt::format("seed {}{}: {}", wrong->scenario.seed, row,
                       how ? how->what : "it went wrong, and right when it ran once more"));
  const OneRow failing = row_of({options.file, options.sets}, *wrong);
  complain("to run it again: " + run_command(options, failing.file, failing.sets));
  if (!is_virtual || !how) return 1;  // another run is another there, whatever its seed
  const OneRow shorter = shortened(failing, how->kind, options, runner);
  if (const auto too = runner.wrong_with(runner.load_row(shorter)))
    complain("the shortest found that goes wrong, too: " + too->what);
  complain("to run that: " + run_command(options, shorter.file, shorter.sets));
  return 1;
}

}  // namespace gin::cli
