// From words to a subcommand, and from whatever goes wrong to an exit code.
#include <fmt/format.h>

#include <csignal>
#include <exception>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/main.hpp"
#include "cli/options.hpp"
#include "core/base/error.hpp"

namespace gin {
namespace {

struct Dispatch {
  const Programs& programs;

  int operator()(const cli::RunOptions& options) const { return cli::run(options, programs); }
  int operator()(const cli::SweepOptions& options) const { return cli::sweep(options, programs); }
  int operator()(const cli::WhatIfOptions& options) const { return cli::what_if(options, programs); }
  int operator()(const cli::CompareOptions& options) const { return cli::compare(options); }
  int operator()(const cli::ValidateOptions& options) const { return cli::validate(options, programs); }
  int operator()(const cli::ListOptions& options) const { return cli::list(options, programs); }
  int operator()(const cli::DoctorOptions&) const { return cli::doctor(); }
  int operator()(const cli::ExplainOptions& options) const { return cli::explain(options, programs); }
  int operator()(const cli::AccuracyOptions& options) const { return cli::accuracy(options, programs); }
  int operator()(const cli::CostOptions& options) const { return cli::cost(options); }
  int operator()(const cli::SchemaOptions& options) const { return cli::schema(options, programs); }
  int operator()(const cli::ReportOptions& options) const { return cli::report(options); }
  int operator()(const cli::TextOptions& options) const {
    cli::print(options.text);
    return 0;
  }
};

}  // namespace

int run_command_line(int argc, char** argv, Programs programs) {
  // A reader that leaves early ("| head -1") must not take the exit code with it: writing fails instead.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    refuse_same_names(programs);
    return std::visit(Dispatch{programs}, cli::parse_options(argc, argv));
  } catch (const Error& error) {
    cli::complain(error.what());
    return error.exit_code();
  } catch (const std::exception& error) {
    cli::complain(fmt::format("internal error: {}", error.what()));
    return 1;
  }
}

}  // namespace gin
