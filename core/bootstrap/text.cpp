#include "core/bootstrap/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin::bootstrap {

std::string one_line(std::string_view text, std::size_t bytes_max) {
  std::string line(text.substr(0, bytes_max));
  if (line.size() < text.size()) line += "...";
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return line;
}

std::string pes(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t shown_max = 16;
  const std::size_t shown = std::min(ranks.size(), shown_max);
  std::string list = ranks.size() == 1 ? "PE" : "PEs";
  for (std::size_t i = 0; i < shown; ++i) list += fmt::format("{} {}", i == 0 ? "" : ",", ranks[i]);
  if (shown < ranks.size()) list += fmt::format(" and {} more", ranks.size() - shown);
  return list;
}

}  // namespace gin::bootstrap
