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
    if (command_ == "doctor") return DoctorOptions{};
    if (command_ == "explain") return written_.explain;
    if (command_ == "accuracy") return accuracy();
    if (command_ == "cost") return cost();
    if (command_ == "schema") return written_.schema;
    if (command_ == "report") return written_.report;
    RunOptions run = written_.run;
    run.sets = assignments();
    if (!written_.trace_events.empty())
      run.trace.events_max =
          whole_number(written_.trace_events, {.option = "--trace-events", .max = 1'000'000'000});
    if (!written_.seed.empty()) run.sets.push_back({.path = "seed", .value = written_.seed});
    return run;
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error(Code::bad_usage, command_ + ": " + message);
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
    options.jobs = jobs();
    return options;
  }

  /// 0: not said.
  std::int64_t jobs() const {
    return written_.jobs.empty() ? 0 : whole_number(written_.jobs, {.option = "--jobs", .max = 1024});
  }

  AccuracyOptions accuracy() const {
    AccuracyOptions options = written_.accuracy;
    options.jobs = jobs();
    return options;
  }

  CostOptions cost() const {
    CostOptions options = written_.cost;
    options.sets = assignments();
    for (const std::string& text : written_.inputs) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        refuse(fmt::format("{}: expected input=value, such as bytes=8", in_quotes(text)));
      options.inputs.push_back({.path = text.substr(0, equals), .value = text.substr(equals + 1)});
    }
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

  const Written& written_;
  const std::string& command_;
};

}  // namespace

Options meant(const Written& written, const std::string& command) {
  return Meaning(written, command).options();
}

}  // namespace gin::cli
