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

int cli::carry_out(const TextOptions& options, const Programs&) {
  print(options.text);
  return 0;
}

int run_command_line(int argc, char** argv, Programs programs) {
  // A reader that leaves early ("| head -1") must not take the exit code with it: writing fails instead.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    refuse_same_names(programs);
    return std::visit([&](const auto& options) { return cli::carry_out(options, programs); },
                      cli::parse_options(argc, argv));
  } catch (const Error& error) {
    cli::complain(error.what());
    return error.exit_code();
  } catch (const std::exception& error) {
    cli::complain(fmt::format("internal error: {}", error.what()));
    return 1;
  }
}

}  // namespace gin
