// ginlab validate: every file is looked at, also after a bad one.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/loading.hpp"
#include "core/base/error.hpp"
#include "reports/base/format.hpp"

namespace gin::cli {

int carry_out(const ValidateOptions& options, const Programs& programs) {
  int exit_code = 0;
  for (const std::string& file : options.files) {
    try {
      const auto rows = static_cast<std::int64_t>(load({.name = file}, programs).size());
      print(fmt::format("{}: ok, {}\n", file, reports::counted(rows, "row")));
    } catch (const Error& error) {
      if (error.code() != Code::bad_input) throw;
      complain(error.what());
      exit_code = error.exit_code();
    }
  }
  return exit_code;
}

}  // namespace gin::cli
