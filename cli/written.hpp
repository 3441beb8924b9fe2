// The command line between words and meaning: declare() says which words there are, the parser of words fills in
// what was written, meant() works out what that asks for.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace gin::cli {

/// The command line as it was written; what it means is worked out afterwards.
struct Written {
  RunOptions run;
  std::vector<std::string> sets;
  std::string seed;
  std::string adversary;
  std::string seeds;
  std::string trace_events;
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
  DoctorOptions doctor;
  CalibrateOptions calibrate;
  std::string times = {};  ///< of calibrate
  ExplainOptions explain;
  AccuracyOptions accuracy;
  CostOptions cost;
  std::vector<std::string> inputs;
  SchemaOptions schema;
  ReportOptions report;
};

/// All commands and their options; what is parsed later is put into `written`, which must outlive `app`.
void declare(CLI::App& app, Written& written);

/// Throws Error(bad_usage) with the command in front.
Options meant(const Written& written, const std::string& command);

}  // namespace gin::cli
