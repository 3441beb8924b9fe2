#include "cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "reports/base/format.hpp"

namespace gin::cli {

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return;
  throw Error(Code::bad_usage, fmt::format("standard output: expected to write {} bytes, got: {}", text.size(),
                                           std::strerror(errno)));
}

bool is_terminal() {
  return ::isatty(STDOUT_FILENO) == 1;
}

void complain(std::string_view message) {
  constexpr std::size_t line_bytes_max =
      2000;  // names and values are cut where they are quoted; names of files are not
  // Nowhere is left to say that this failed.
  std::fputs(fmt::format("ginlab: {}\n", printable(message, line_bytes_max)).c_str(), stderr);
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::size_t width = 0;
  for (const auto& [name, text] : entries) width = std::max(width, name.size());
  std::string table;
  for (const auto& [name, text] : entries) {
    // Dots hold the place of the name while lines are broken, for it may begin with blanks.
    std::string entry = reports::wrapped(std::string(width + 1, '.') + " " + text, std::string(width + 2, ' '));
    entry.replace(0, width + 1, fmt::format("{:<{}}", name, width + 1));
    table += entry + "\n";
  }
  return table;
}

}  // namespace gin::cli
