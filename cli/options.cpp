#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/run/version.hpp"

namespace gin::cli {
namespace {

/// The command line as it was written; what it means is worked out afterwards.
struct Written {
  RunOptions run;
  std::vector<std::string> sets;
  std::string seed;
  SweepOptions sweep;
  std::vector<std::string> axes;
  std::string jobs;
  WhatIfOptions what_if;
  std::string by;
  std::string top;
  CompareOptions compare;
  std::string compare_format;
  std::string fail_over;
  ValidateOptions validate;
  ListOptions list;
  ExplainOptions explain;
  AccuracyOptions accuracy;
  SchemaOptions schema;
  ReportOptions report;
};

class Parser {
 public:
  Parser() {
    app_.set_help_flag("-h,--help", "Print this and exit");
    app_.set_version_flag("--version", fmt::format("ginlab {}", build_version), "Print the version and exit");
    // Words that nobody knows are collected instead of thrown, so that the answer can be the word that was meant.
    app_.allow_extras();
    // One command at most: in "explain schema" the second word is a field.
    app_.require_subcommand(0, 1);
    add_run();
    add_sweep();
    add_what_if();
    add_compare();
    CLI::App& validate = *app_.add_subcommand("validate", "Check scenario files without running them");
    validate.add_option("FILE", written_.validate.files, "Scenario files")->required()->type_name("");
    CLI::App& list = *app_.add_subcommand("list", "Show what this build has");
    list.add_option("WHAT", written_.list.what, "backends, programs, profiles or stacks")
        ->required()
        ->type_name("");
    app_.add_subcommand("doctor", "Say which backends can run on this machine, and why others cannot");
    CLI::App& explain = *app_.add_subcommand("explain", "Explain a field of a scenario, profile or stack");
    explain.add_option("FIELD", written_.explain.field, "For example path.other_node; none: list them all")
        ->type_name("");
    add_accuracy();
    add_report();
    CLI::App& schema = *app_.add_subcommand("schema", "Print a JSON Schema");
    schema.add_option("WHAT", written_.schema.what, "scenario, profile, stack or result")
        ->required()
        ->type_name("");
  }

  Options parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return TextOptions{app_.help()};
    } catch (const CLI::CallForVersion& version) {
      return TextOptions{fmt::format("{}\n", version.what())};
    } catch (const CLI::ParseError& error) {
      refuse_unknown_words();
      refuse(in_our_words(error.what()));
    }
    refuse_unknown_words();
    return meant();
  }

 private:
  void add_run() {
    CLI::App& run = *app_.add_subcommand("run", "Run a scenario and print its report");
    run.add_option("FILE", written_.run.file, "Scenario file")->required()->type_name("");
    add(run, {"--backend", "NAME", "Where to run it, emulated by default; see ginlab list backends"},
        written_.run.backend);
    add_sets(run);
    add(run, {"--seed", "N", "The same as --set seed=N"}, written_.seed);
    add(run, {"--out", "DIR", "Write result.json, report.md and report.html into this folder"}, written_.run.out);
    add(run, {"--report", "FILE", "Write the report as one HTML page"}, written_.run.report);
    run.add_flag("--json", written_.run.json, "Print result.json instead of the report")->disable_flag_override();
    run.add_flag("--quiet", written_.run.quiet, "Print errors only (and the JSON with --json)")
        ->disable_flag_override();
    CLI::Option* const expect =
        add(run, {"--expect", "GOLDEN", "Compare digests and times with this file; exit 1 when they differ"},
            written_.run.expect);
    add(run, {"--golden", "GOLDEN", "Write such a file from this run"}, written_.run.golden)->excludes(expect);
    add(run, {"--junit", "FILE", "Write the rows as JUnit XML for a CI system, when the run fails too"},
        written_.run.junit);
  }

  void add_sweep() {
    CLI::App& sweep = *app_.add_subcommand(
        "sweep", "Run all rows of a scenario in parallel, into a folder from which an interrupted sweep goes on");
    sweep.add_option("FILE", written_.sweep.file, "Scenario file")->required()->type_name("");
    add(sweep, {"--backend", "NAME", "Where to run it, emulated by default; see ginlab list backends"},
        written_.sweep.backend);
    sweep
        .add_option("--axis", written_.axes,
                    "Vary a field: a,b,c or FROM..TO or FROM..TO+STEP or FROM..TO*FACTOR; may be given again")
        ->type_name("FIELD=VALUES")
        ->allow_extra_args(false);
    add_sets(sweep);
    add(sweep, {"--out", "DIR", "The sweep's folder; by default NAME.sweep for a FILE NAME.json"},
        written_.sweep.out);
    add(sweep, {"--jobs", "N", "Points to run at a time; by default one for each core"}, written_.jobs);
    sweep.add_flag("--restart", written_.sweep.restart, "Throw away what an earlier sweep left in the folder")
        ->disable_flag_override();
    sweep.add_flag("--quiet", written_.sweep.quiet, "Print errors only")->disable_flag_override();
  }

  void add_what_if() {
    CLI::App& what_if = *app_.add_subcommand(
        "what-if",
        "Run a scenario twice for each number of its profile and stack, in virtual time, and say which matter");
    what_if.add_option("FILE", written_.what_if.file, "Scenario file")->required()->type_name("");
    add(what_if, {"--by", "PERCENT", "How far each number is moved, down and up; 20 by default"}, written_.by);
    add(what_if, {"--top", "N", "Show the first N numbers only"}, written_.top);
    add_sets(what_if);
    what_if.add_flag("--json", written_.what_if.json, "Print every row and number as JSON instead of the table")
        ->disable_flag_override();
  }

  void add_compare() {
    CLI::App& compare =
        *app_.add_subcommand("compare", "Hold the results of one scenario's runs against the first");
    compare.add_option("RESULT", written_.compare.results, "Two or more result.json, or folders that hold one")
        ->required()
        ->type_name("");
    CLI::Option* const format =
        add(compare, {"--format", "md|json", "What to print; md by default, which reads well on a terminal"},
            written_.compare_format);
    compare.add_flag("--json", written_.compare.json, "The same as --format json")
        ->disable_flag_override()
        ->excludes(format);
    add(compare,
        {"--fail-over", "PERCENT", "Exit 1 when a row is slower by more than this and by more than chance"},
        written_.fail_over);
  }

  void add_sets(CLI::App& to) {
    to.add_option("--set", written_.sets, "Replace one value of the scenario; may be given again")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
  }

  void add_accuracy() {
    CLI::App& accuracy =
        *app_.add_subcommand("accuracy", "Compare published and measured figures with what the simulator says");
    add(accuracy, {"--profile", "NAME", "Only figures about this machine"}, written_.accuracy.profile);
    add(accuracy, {"--family", "NAME", "Only this family of figures"}, written_.accuracy.family);
    accuracy
        .add_option("--permute", written_.accuracy.permute,
                    "Shuffle expected values within their tables: how good chance would look")
        ->type_name("SEED");
  }

  void add_report() {
    CLI::App& report = *app_.add_subcommand("report", "Make pages and tables of results");
    report.add_option("RESULT", written_.report.results, "result.json files, or folders that --out wrote")
        ->required()
        ->type_name("");
    add(report, {"--format", "LIST", "html, md, csv, json, with commas between; html by default"},
        written_.report.format);
    add(report, {"--out", "DIR", "Write SCENARIO.html and so on into this folder; here by default"},
        written_.report.out);
  }

  struct ValueOption {
    const char* name;
    const char* type;
    const char* text;
  };

  /// The last value counts, so that scripts may append to a line.
  static CLI::Option* add(CLI::App& to, const ValueOption& option, std::string& value) {
    return to.add_option(option.name, value, option.text)
        ->type_name(option.type)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  static std::string in_our_words(std::string text) {
    if (const auto at = text.find(" is required"); at != std::string::npos)
      return fmt::format("expected {}, got none", text.substr(0, at));
    if (const auto at = text.find(": 1 required"); at != std::string::npos)
      return fmt::format("{}: expected a value, got none", text.substr(0, at));
    return text;
  }

  /// The command on the line; null before one was recognised.
  const CLI::App* command() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? nullptr : parsed.front();
  }

  void refuse_unknown_words() const {
    const auto unknown = app_.remaining(true);
    if (unknown.empty()) return;
    const std::string word = unknown.front().substr(0, unknown.front().find('='));
    std::vector<std::string> known;
    if (word.starts_with('-')) {
      const CLI::App& where = command() == nullptr ? app_ : *command();
      for (const CLI::Option* option : where.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
      refuse({.kind = "option", .text = word, .known = known});
    }
    if (command() != nullptr) refuse(fmt::format("expected no further word, got {}", in_quotes(unknown.front())));
    for (const CLI::App* each : app_.get_subcommands(nullptr)) known.push_back(each->get_name());
    refuse({.kind = "command", .text = word, .known = known});
  }

  [[noreturn]] void refuse(const std::string& message) const {
    const std::string name = command() == nullptr ? "" : command()->get_name() + ": ";
    throw Error(Code::bad_usage, name + message);
  }

  struct UnknownWord {
    const char* kind;
    std::string text;
    std::vector<std::string> known;
  };

  /// Names the word that was meant, or else where all of them stand.
  [[noreturn]] void refuse(const UnknownWord& word) const {
    std::string tail = did_you_mean(word.text, word.known);
    if (tail.empty())
      tail = command() == nullptr ? "; see ginlab --help"
                                  : fmt::format("; see ginlab {} --help", command()->get_name());
    refuse(fmt::format("unknown {} {}{}", word.kind, in_quotes(word.text), tail));
  }

  /// An empty word is most often a shell variable that is not set; none of ours means anything empty.
  void refuse_empty_words() const {
    for (const CLI::Option* option : command()->get_options()) {
      for (const std::string& value : option->results()) {
        if (value.empty()) refuse(fmt::format("{}: expected a value, got an empty one", option->get_name()));
      }
    }
  }

  scenario::Assignment assignment(const std::string& text) const {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      refuse(fmt::format("--set {}: expected path=value, such as seed=7", in_quotes(text)));
    return {.path = text.substr(0, equals), .value = text.substr(equals + 1)};
  }

  std::vector<scenario::AxisText> axes() const {
    std::vector<scenario::AxisText> all;
    for (const std::string& text : written_.axes) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        refuse(fmt::format("--axis {}: expected field=values, such as params.bytes=8..1M*2", in_quotes(text)));
      all.push_back({.field = text.substr(0, equals), .values = text.substr(equals + 1)});
    }
    return all;
  }

  SweepOptions sweep() const {
    SweepOptions options = written_.sweep;
    options.sets = assignments();
    options.axes = axes();
    if (!written_.jobs.empty()) options.jobs = whole_number(written_.jobs, {.option = "--jobs", .max = 1024});
    return options;
  }

  std::vector<scenario::Assignment> assignments() const {
    std::vector<scenario::Assignment> all;
    for (const std::string& set : written_.sets) all.push_back(assignment(set));
    return all;
  }

  struct WholeNumber {
    const char* option;
    std::int64_t min = 1;
    std::int64_t max;
  };

  std::int64_t whole_number(const std::string& text, const WholeNumber& rule) const {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && stop == end && number >= rule.min && number <= rule.max) return number;
    refuse(fmt::format("{} {}: expected a whole number from {} to {}", rule.option, in_quotes(text), rule.min,
                       rule.max));
  }

  WhatIfOptions what_if() const {
    WhatIfOptions options = written_.what_if;
    options.sets = assignments();
    // A hundred percent less is nothing, and rates of nothing are no rates.
    if (!written_.by.empty()) options.percent = whole_number(written_.by, {.option = "--by", .max = 99});
    if (!written_.top.empty()) options.top = whole_number(written_.top, {.option = "--top", .max = 1'000'000});
    return options;
  }

  CompareOptions compare() const {
    CompareOptions options = written_.compare;
    const std::string& format = written_.compare_format;
    if (!format.empty() && format != "md" && format != "json")
      refuse(fmt::format("--format {}: expected md or json", in_quotes(format)));
    options.json = options.json || format == "json";
    if (!written_.fail_over.empty())
      options.fail_over = whole_number(written_.fail_over, {.option = "--fail-over", .min = 0, .max = 1'000'000});
    return options;
  }

  Options meant() const {
    if (command() == nullptr) refuse("expected a command, got none; see ginlab --help");
    refuse_empty_words();
    const std::string& name = command()->get_name();
    if (name == "sweep") return sweep();
    if (name == "what-if") return what_if();
    if (name == "compare") return compare();
    if (name == "validate") return written_.validate;
    if (name == "list") return written_.list;
    if (name == "doctor") return DoctorOptions{};
    if (name == "explain") return written_.explain;
    if (name == "accuracy") return written_.accuracy;
    if (name == "schema") return written_.schema;
    if (name == "report") return written_.report;
    RunOptions run = written_.run;
    run.sets = assignments();
    if (!written_.seed.empty()) run.sets.push_back({.path = "seed", .value = written_.seed});
    return run;
  }

  CLI::App app_{"A laboratory for GPU-initiated networking", "ginlab"};
  Written written_;
};

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  return Parser().parse(argc, argv);
}

}  // namespace gin::cli
