// What was asked for, as plain structs. The parser's header is heavy; nobody but options.cpp and declare.cpp sees
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace gin::cli {

struct TraceOptions {
  std::string file = {};  ///< empty: no trace
  std::string pes = {};   ///< as written; empty: all
  std::int64_t events_max = 1'000'000;
};

struct RunOptions {
  std::string called = "ginlab";  ///< by whoever runs it, programs of their own included
  std::string file;
  std::string backend = "emulated";
  std::vector<scenario::Assignment> sets = {};  ///< --adversary and --seed are among them, last
  std::string out = {};                         ///< folder for result.json, report.md and report.html; empty: none
  std::string report = {};                      ///< HTML page to write; empty: none
  std::string expect = {};                      ///< golden file to compare with; empty: none
  std::string golden = {};                      ///< golden file to write; empty: none
  std::string junit = {};                       ///< JUnit XML to write; empty: none
  TraceOptions trace = {};
  std::int64_t seeds = 0;  ///< as many, one after the other; 0: the report of one
  std::int64_t jobs = 0;   ///< with `seeds`: runs at a time; 0: one for each core that this process may use
  bool json = false;
  bool quiet = false;
};

struct SweepOptions {
  std::string file;
  std::string backend = "emulated";
  std::vector<scenario::Assignment> sets = {};
  std::vector<scenario::AxisText> axes = {};
  std::string out = {};   ///< folder; empty: the file's name with ".sweep" at its end, here
  std::int64_t jobs = 0;  ///< worker processes; 0: one for each core that this process may use
  bool restart = false;
  bool quiet = false;
};

struct WhatIfOptions {
  std::string file;
  std::vector<scenario::Assignment> sets = {};
  std::int64_t percent = 20;  ///< how far each number is moved, down and up
  std::int64_t top = 0;       ///< numbers to show; 0: all that change something
  bool json = false;
};

struct CompareOptions {
  std::vector<std::string>
      results;  ///< files, or folders that hold a result.json; the first is held against the others
  bool json = false;
  std::optional<std::int64_t> fail_over = {};  ///< percent that a row may be slower by
};

struct ValidateOptions {
  std::vector<std::string> files;
};

struct ListOptions {
  std::string what;
};

struct DoctorOptions {
  std::string topology = {};  ///< of another machine, as lstopo writes it; empty: all about this one
};

struct CalibrateOptions {
  std::string out = "calibrated.json";
  std::string base = "h200-nvlink";  ///< profile, or file, whose numbers stand for what is not measured
  std::int64_t times = 9;            ///< each number is measured
};

struct ExplainOptions {
  std::string word;  ///< empty: which kinds of words there are
};

struct AccuracyOptions {
  std::string profile = {};  ///< empty: all of them
  std::string family = {};   ///< of its figures everything is shown
  std::string tables = {};   ///< folder with tables of somebody's own; empty: those that ship with ginlab
  bool details = false;      ///< each figure, not only sums
  bool leave_out = false;    ///< each source's figures without what they set
  std::int64_t jobs = 0;     ///< runs at a time; 0: one for each core that this process may use
  std::optional<std::uint64_t> permute = {};  ///< seed with which expected values are shuffled
};

struct CostOptions {
  std::string function = {};  ///< empty: list them all
  std::vector<scenario::Assignment> inputs = {};
  std::string profile = {};  ///< empty: the scenarios' default, like the next
  std::string stack = {};
  std::vector<scenario::Assignment> sets = {};
};

struct SchemaOptions {
  std::string what;
};

struct ReportOptions {
  std::vector<std::string> results;  ///< files, or folders that hold a result.json
  std::string format = "html";       ///< html, md, csv, json, with commas between
  std::string out = {};              ///< folder; empty: this one, or standard output for one text
};

/// --help and --version ask for a text and nothing else.
struct TextOptions {
  std::string text;
};

using Options = std::variant<RunOptions, SweepOptions, WhatIfOptions, CompareOptions, ReportOptions,
                             AccuracyOptions, CostOptions, ValidateOptions, ListOptions, DoctorOptions,
                             CalibrateOptions, ExplainOptions, SchemaOptions, TextOptions>;

/// Throws Error(bad_usage), one line, with the nearest known word for an unknown one.
Options parse_options(int argc, const char* const* argv);

}  // namespace gin::cli
