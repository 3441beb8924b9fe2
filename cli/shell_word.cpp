#include "cli/shell_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "reports/base/format.hpp"

namespace gin::cli {

std::string shell_word(const std::string& text) {
  const auto plain = [](char c) {
    return reports::alphanumeric(c) || std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string run_command(const RunOptions& by, const std::string& file,
                        const std::vector<scenario::Assignment>& sets) {
  std::string command = shell_word(by.called) + " run " + shell_word(file);
  if (by.backend != RunOptions{}.backend) command += " --backend " + shell_word(by.backend);
  for (const scenario::Assignment& set : sets) {
    const bool is_short = set.path == "seed" || set.path == "test.adversary";
    command += is_short ? fmt::format(" --{} {}", set.path == "seed" ? "seed" : "adversary", shell_word(set.value))
                        : " --set " + shell_word(set.path + "=" + set.value);
  }
  return command;
}

}  // namespace gin::cli
