// Which commands and options there are.
#include <CLI/CLI.hpp>

#include "cli/written.hpp"

namespace gin::cli {
namespace {

struct ValueOption {
  const char* name;
  const char* type;
  const char* text;
};

/// The last value counts, so that scripts may append to a line.
CLI::Option* add(CLI::App& to, const ValueOption& option, std::string& value) {
  return to.add_option(option.name, value, option.text)
      ->type_name(option.type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CLI::Option* add_flag(CLI::App& to, const char* name, bool& value, const char* text) {
  return to.add_flag(name, value, text)->disable_flag_override();
}

void add_sets(CLI::App& to, Written& written) {
  to.add_option(
        "--set", written.sets,
        "Replace one value of the scenario, or of profile or stack; compare.AXIS=null drops an axis, compare=JSON replaces all of them; "
        "may be given again")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

void add_trace(CLI::App& run, Written& written) {
  CLI::Option* const file =
      add(run, {"--trace", "FILE", "Write the last iteration of every row for ui.perfetto.dev: .pftrace, or .json"},
          written.run.trace.file);
  add(run, {"--trace-pes", "PES", "Only what happens at these PEs, such as 0,3-5"}, written.run.trace.pes)
      ->needs(file);
  add(run, {"--trace-events", "N", "The most events in the trace; 1000000 by default"}, written.trace_events)
      ->needs(file);
}

void add_run(CLI::App& app, Written& written) {
  CLI::App& run = *app.add_subcommand("run", "Run a scenario and print its report");
  run.add_option("FILE", written.run.file, "Scenario file")->required()->type_name("");
  add(run, {"--backend", "NAME", "Where to run it, emulated by default; see ginlab list backends"},
      written.run.backend);
  add_sets(run, written);
  add(run, {"--seed", "N", "The same as --set seed=N"}, written.seed);
  add(run, {"--adversary", "RULES", "The same as --set test.adversary=RULES: machine or contract"},
      written.adversary);
  CLI::Option* const seeds =
      add(run,
          {"--seeds", "N",
           "Run every row at N seeds until one goes wrong, and shorten that, all but what --set says; no report"},
          written.seeds);
  add(run, {"--jobs", "N", "With --seeds: runs at a time; by default one for each core"}, written.jobs)
      ->needs(seeds);
  add(run, {"--out", "DIR", "Write result.json, report.md and report.html into this folder"}, written.run.out);
  add(run, {"--report", "FILE", "Write the report as one HTML page"}, written.run.report);
  add_flag(run, "--json", written.run.json, "Print result.json instead of the report");
  add_flag(run, "--quiet", written.run.quiet, "Print errors only (and the JSON with --json)");
  CLI::Option* const expect =
      add(run, {"--expect", "GOLDEN", "Compare digests and times with this file; exit 1 when they differ"},
          written.run.expect);
  add(run, {"--golden", "GOLDEN", "Write such a file from this run"}, written.run.golden)->excludes(expect);
  add(run, {"--junit", "FILE", "Write the rows as JUnit XML for a CI system, when the run fails too"},
      written.run.junit);
  add_trace(run, written);
}

void add_sweep(CLI::App& app, Written& written) {
  CLI::App& sweep = *app.add_subcommand(
      "sweep", "Run all rows of a scenario in parallel, into a folder from which an interrupted sweep goes on");
  sweep.add_option("FILE", written.sweep.file, "Scenario file")->required()->type_name("");
  add(sweep, {"--backend", "NAME", "Where to run it, emulated by default; see ginlab list backends"},
      written.sweep.backend);
  sweep
      .add_option("--axis", written.axes,
                  "Vary a field: a,b,c or FROM..TO or FROM..TO+STEP or FROM..TO*FACTOR; may be given again")
      ->type_name("FIELD=VALUES")
      ->allow_extra_args(false);
  add_sets(sweep, written);
  add(sweep, {"--out", "DIR", "The sweep's folder; by default NAME.sweep for a FILE NAME.json"}, written.sweep.out);
  add(sweep, {"--jobs", "N", "Points to run at a time; by default one for each core"}, written.jobs);
  add_flag(sweep, "--restart", written.sweep.restart, "Throw away what an earlier sweep left in the folder");
  add_flag(sweep, "--quiet", written.sweep.quiet, "Print errors only");
}

void add_what_if(CLI::App& app, Written& written) {
  CLI::App& what_if = *app.add_subcommand(
      "what-if",
      "Run a scenario twice for each number of its profile and stack, in virtual time, and say which matter");
  what_if.add_option("FILE", written.what_if.file, "Scenario file")->required()->type_name("");
  add(what_if, {"--by", "PERCENT", "How far each number is moved, down and up; 20 by default"}, written.by);
  add(what_if, {"--top", "N", "Show the first N numbers only"}, written.top);
  add_sets(what_if, written);
  add_flag(what_if, "--json", written.what_if.json, "Print every row and number as JSON instead of the table");
}

void add_compare(CLI::App& app, Written& written) {
  CLI::App& compare = *app.add_subcommand("compare", "Hold the results of one scenario's runs against the first");
  compare.add_option("RESULT", written.compare.results, "Two or more result.json, or folders that hold one")
      ->required()
      ->type_name("");
  CLI::Option* const format =
      add(compare, {"--format", "md|json", "What to print; md by default, which reads well on a terminal"},
          written.compare_format);
  add_flag(compare, "--json", written.compare.json, "The same as --format json")->excludes(format);
  add(compare, {"--fail-over", "PERCENT", "Exit 1 when a row is slower by more than this and by more than chance"},
      written.fail_over);
}

void add_accuracy(CLI::App& app, Written& written) {
  CLI::App& accuracy =
      *app.add_subcommand("accuracy", "Compare published and measured figures with what the simulator says");
  add(accuracy, {"--profile", "NAME", "Only figures about this machine"}, written.accuracy.profile);
  add(accuracy, {"--family", "NAME", "Only this family of figures, each of them"}, written.accuracy.family);
  add_flag(accuracy, "--details", written.accuracy.details,
           "Print each figure, causes in full and what is not predicted");
  add_flag(accuracy, "--leave-out", written.accuracy.leave_out,
           "Predict the figures of each source with its numbers as they were without them");
  add(accuracy, {"--tables", "DIR", "Figures of your own instead, tables in this folder; see docs/accuracy.md"},
      written.accuracy.tables);
  add(accuracy, {"--jobs", "N", "Figures to run at a time; by default one for each core"}, written.jobs);
  accuracy
      .add_option("--permute", written.accuracy.permute,
                  "Shuffle expected values within their tables: how good chance would look")
      ->type_name("SEED");
}

void add_cost(CLI::App& app, Written& written) {
  CLI::App& cost = *app.add_subcommand("cost", "Say what one thing costs by itself, and of what that is made");
  cost.add_option("NAME", written.cost.function, "Cost function; none: list them all")->type_name("");
  cost.add_option("INPUT", written.inputs, "Its inputs as INPUT=VALUE")->type_name("");
  add(cost, {"--profile", "NAME", "Machine; by default that of scenarios"}, written.cost.profile);
  add(cost, {"--stack", "NAME", "Library; by default that of scenarios, where the function asks for one"},
      written.cost.stack);
  add_sets(cost, written);
}

void add_report(CLI::App& app, Written& written) {
  CLI::App& report = *app.add_subcommand("report", "Make pages and tables of results");
  report.add_option("RESULT", written.report.results, "result.json files, or folders that --out wrote")
      ->required()
      ->type_name("");
  add(report, {"--format", "LIST", "html, md, csv, json, with commas between; html by default"},
      written.report.format);
  add(report, {"--out", "DIR", "Write SCENARIO.html and so on into this folder; here by default"},
      written.report.out);
}

}  // namespace

void declare(CLI::App& app, Written& written) {
  add_run(app, written);
  add_sweep(app, written);
  add_what_if(app, written);
  add_compare(app, written);
  CLI::App& validate = *app.add_subcommand("validate", "Check scenario files without running them");
  validate.add_option("FILE", written.validate.files, "Scenario files")->required()->type_name("");
  CLI::App& list = *app.add_subcommand("list", "Show what this build has");
  list.add_option("WHAT", written.list.what, "backends, programs, profiles or stacks")->required()->type_name("");
  CLI::App& doctor =
      *app.add_subcommand("doctor", "Say which backends can run on this machine, and why others cannot");
  add(doctor, {"--topology", "FILE", "Only which NICs each GPU of a machine would use; its lstopo wrote FILE.xml"},
      written.doctor.topology);
  CLI::App& calibrate = *app.add_subcommand(
      "calibrate", "Measure this machine's GPUs and write a profile that predicts runs on them");
  add(calibrate, {"--out", "FILE", "Where the profile goes; calibrated.json unless said"}, written.calibrate.out);
  add(calibrate, {"--base", "PROFILE", "What has the numbers that are not measured; h200-nvlink unless said"},
      written.calibrate.base);
  add(calibrate, {"--times", "N", "How often each number is measured; 9 unless said"}, written.times);
  CLI::App& explain =
      *app.add_subcommand("explain", "Explain a field of a scenario, profile or stack, or a word of a report");
  explain
      .add_option("WORD", written.explain.word,
                  "For example path.other_node or nic.earlier_work; none: which kinds there are")
      ->type_name("");
  add_accuracy(app, written);
  add_cost(app, written);
  add_report(app, written);
  CLI::App& schema = *app.add_subcommand("schema", "Print a JSON Schema");
  schema.add_option("WHAT", written.schema.what, "scenario, profile, stack or result")->required()->type_name("");
}

}  // namespace gin::cli
