// ginlab run: load, execute, print and write, then say what was wrong.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/backends.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "cli/golden.hpp"
#include "cli/junit.hpp"
#include "cli/loading.hpp"
#include "cli/prediction.hpp"
#include "cli/progress.hpp"
#include "cli/seeds.hpp"
#include "cli/shell_word.hpp"
#include "cli/trace.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "reports/base/format.hpp"
#include "reports/page/html.hpp"
#include "reports/text/markdown.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::cli {
namespace {

/// Times of a wall clock differ from run to run, so there is nothing to hold them to.
void check_golden_options(const RunOptions& options, const Backend& backend) {
  if ((options.expect.empty() && options.golden.empty()) || backend.traits().clock() == "virtual") return;
  throw Error(
      Code::bad_usage,
      fmt::format("{}: expected a backend in virtual time, got {} on the {} clock; use --backend emulated",
                  options.expect.empty() ? "--golden" : "--expect", backend.name(), backend.traits().clock()));
}

trace::Result execute_with_progress(const RunOptions& options, const Backend& backend, const Programs& programs,
                                    const std::vector<scenario::Variant>& variants, trace::Recordings* recordings) {
  ProgressBar bar(!options.quiet);
  std::function<void(const RunProgress&)> show;
  if (bar.watched()) show = [&](const RunProgress& run) { bar.show(run); };
  return execute_file(options.file, backend, programs, variants, show, recordings);
}

/// Beneath what a terminal shows; a file or a pipe gets all.
constexpr const char* rest_of_it =
    "Where the time went, what was sent and counted, how to run it again: the same with `| less` or `--report "
    "FILE.html`.\n";

void write_junit(const RunOptions& options, const ToldRun& run, WrittenFiles& files) {
  if (options.junit.empty()) return;
  files.write({.option = "--junit", .path = options.junit}, to_junit(run), "JUnit file, a test for each row");
}

void publish(const trace::Result& result, const RunOptions& options, WrittenFiles& files) {
  const std::string json = trace::to_json(result);
  const std::string report = reports::to_markdown(result);
  // Files first: a terminal that went away must not cost them.
  if (!options.out.empty()) {
    const std::filesystem::path folder(options.out);
    files.write({.option = "--out", .path = folder / "result.json"}, json, result_file);
    files.write({.option = "--out", .path = folder / "report.md"}, report, report_text);
    files.write({.option = "--out", .path = folder / "report.html"}, reports::to_html(result), report_page);
  }
  if (!options.report.empty())
    files.write({.option = "--report", .path = options.report}, reports::to_html(result), report_page);
  if (options.json) {
    print(json);
  } else if (!options.quiet) {
    print(is_terminal() ? reports::to_brief(result) + rest_of_it : report);
  }
  files.say();
}

bool is_wrong(const trace::Row& row) {
  return reports::checked(row) == reports::Checked::wrong;
}

void say_what_is_wrong(const trace::Result& result) {
  for (const trace::Row& row : result.rows)
    if (is_wrong(row)) complain(fmt::format("wrong data in {}: {}", row_name(row.axes), reports::wrong_about(row)));
}

std::string refreshing_command(const RunOptions& options) {
  return run_command(options, options.file, options.sets) + " --golden " + shell_word(options.expect);
}

bool as_expected(const Golden& expected, const trace::Result& result, const RunOptions& options) {
  const auto found = differences({.expected = expected, .got = golden_of(result)});
  for (const Difference& difference : found) complain(fmt::format("{}: {}", options.expect, line_of(difference)));
  if (found.empty()) return true;
  complain(fmt::format("{}: {} in all; if they are meant, refresh it: {}", options.expect,
                       reports::counted(found.size(), "difference"), refreshing_command(options)));
  return false;
}

void write_golden(const trace::Result& result, const RunOptions& options, bool right, WrittenFiles& files) {
  if (right) {
    files.write({.option = "--golden", .path = options.golden}, to_json(golden_of(result)),
                "golden file, for --expect");
    return files.say();
  }
  complain(
      fmt::format("--golden {}: expected right data, got wrong; nothing is written", in_quotes(options.golden)));
}

/// Of several processes that run the same command one answers; the others do their part and say only what it
/// cannot.
RunOptions without_an_answer(RunOptions options) {
  options.out = options.report = options.junit = "";
  options.json = false;
  options.quiet = true;
  return options;
}

}  // namespace

int carry_out(const RunOptions& as_written, const Programs& programs) {
  const Backends backends = make_backends();
  const Backend& backend = find_backend(backends, as_written.backend);
  const bool answers = backend.answers();
  const RunOptions options = answers ? as_written : without_an_answer(as_written);
  check_golden_options(options, backend);
  const auto variants = load({.name = options.file, .sets = options.sets}, programs);
  if (options.seeds > 0) return try_seeds(options, backend, programs, variants);
  std::optional<Golden> expected;
  if (!options.expect.empty()) expected = read_golden(options.expect);
  std::optional<trace::Recordings> recordings;
  if (!as_written.trace.file.empty()) recordings.emplace(recording_rules(as_written.trace, backend, variants));
  if (!options.out.empty()) make_folder({.option = "--out", .path = options.out});

  WrittenFiles files(options.quiet);
  try {
    trace::Result result =
        execute_with_progress(options, backend, programs, variants, recordings ? &*recordings : nullptr);
    if (answers) add_predictions(result, backend, backends, programs, variants);
    write_junit(options, {.variants = variants, .result = result, .expected = expected}, files);
    if (recordings) write_trace(options.trace, *recordings, files);
    publish(result, options, files);
    if (answers) say_what_is_wrong(result);
    const bool right = std::ranges::none_of(result.rows, is_wrong);
    const bool same = !expected || as_expected(*expected, result, options);
    if (!options.golden.empty()) write_golden(result, options, right, files);
    return right && same ? 0 : 1;
  } catch (const RunFailed& failed) {
    // The diagnosis first: a file that cannot be written must not cost it.
    if (failed.code() != Code::said_by_another) complain(failed.what());
    write_junit(options,
                {.variants = variants, .result = failed.before(), .expected = expected, .diagnosis = failed.what()},
                files);
    files.say();
    return failed.exit_code();
  }
}

}  // namespace gin::cli
