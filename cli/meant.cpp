// What a command line that has only known words asks for.
#include <fmt/format.h>

#include <charconv>

#include "cli/written.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"

namespace gin::cli {
namespace {

class Meaning {
 public:
  Meaning(const Written& written, const std::string& command) : written_(written), command_(command) {}

  Options options() const {
    if (command_ == "sweep") return sweep();
    if (command_ == "what-if") return what_if();
    if (command_ == "compare") return compare();
    if (command_ == "validate") return written_.validate;
    if (command_ == "list") return written_.list;
    if (command_ == "doctor") return written_.doctor;
    if (command_ == "calibrate") return calibrate();
    if (command_ == "explain") return written_.explain;
    if (command_ == "accuracy") return accuracy();
    if (command_ == "cost") return cost();
    if (command_ == "schema") return written_.schema;
    if (command_ == "report") return written_.report;
    RunOptions run = written_.run;
    run.sets = assignments();
    read(written_.trace_events, run.trace.events_max, {.option = "--trace-events", .max = 1'000'000'000});
    if (!written_.adversary.empty()) run.sets.push_back({.path = "test.adversary", .value = written_.adversary});
    read(written_.seeds, run.seeds, {.option = "--seeds", .max = 1'000'000});
    read_jobs(run.jobs);
    if (!written_.seed.empty()) run.sets.push_back({.path = "seed", .value = written_.seed});
    return run;
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error(Code::bad_usage, command_ + ": " + message);
  }

  /// Each text in two halves at its first "=". `option` and `expected` are for the message about one without.
  template <class Halves>
  std::vector<Halves> halved(const std::vector<std::string>& texts, const char* option,
                             const char* expected) const {
    std::vector<Halves> all;
    for (const std::string& text : texts) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        refuse(fmt::format("{}{}: expected {}", option, in_quotes(text), expected));
      all.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return all;
  }

  std::vector<scenario::Assignment> assignments() const {
    return halved<scenario::Assignment>(written_.sets, "--set ", "path=value, such as seed=7");
  }

  SweepOptions sweep() const {
    SweepOptions options = written_.sweep;
    options.sets = assignments();
    options.axes =
        halved<scenario::AxisText>(written_.axes, "--axis ", "field=values, such as params.bytes=8..1M*2");
    read_jobs(options.jobs);
    return options;
  }

  AccuracyOptions accuracy() const {
    AccuracyOptions options = written_.accuracy;
    read_jobs(options.jobs);
    return options;
  }

  CalibrateOptions calibrate() const {
    CalibrateOptions options = written_.calibrate;
    read(written_.times, options.times, {.option = "--times", .max = 1000});
    return options;
  }

  CostOptions cost() const {
    CostOptions options = written_.cost;
    options.sets = assignments();
    options.inputs = halved<scenario::Assignment>(written_.inputs, "", "input=value, such as bytes=8");
    return options;
  }

  struct WholeNumber {
    const char* option;
    std::int64_t min = 1;
    std::int64_t max;
  };

  /// Leaves `number` as it is where nothing was written.
  void read(std::string_view text, auto& number, const WholeNumber& rule) const {
    if (text.empty()) return;
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || value < rule.min || value > rule.max)
      refuse(fmt::format("{} {}: expected a whole number from {} to {}", rule.option, in_quotes(text), rule.min,
                         rule.max));
    number = value;
  }

  void read_jobs(std::int64_t& jobs) const { read(written_.jobs, jobs, {.option = "--jobs", .max = 1024}); }

  WhatIfOptions what_if() const {
    WhatIfOptions options = written_.what_if;
    options.sets = assignments();
    // A hundred percent less is nothing, and rates of nothing are no rates.
    read(written_.by, options.percent, {.option = "--by", .max = 99});
    read(written_.top, options.top, {.option = "--top", .max = 1'000'000});
    return options;
  }

  CompareOptions compare() const {
    CompareOptions options = written_.compare;
    const std::string& format = written_.compare_format;
    if (!format.empty() && format != "md" && format != "json")
      refuse(fmt::format("--format {}: expected md or json", in_quotes(format)));
    options.json = options.json || format == "json";
    read(written_.fail_over, options.fail_over, {.option = "--fail-over", .min = 0, .max = 1'000'000});
    return options;
  }

  const Written& written_;
  const std::string& command_;
};

}  // namespace

Options meant(const Written& written, const std::string& command) {
  return Meaning(written, command).options();
}

}  // namespace gin::cli
