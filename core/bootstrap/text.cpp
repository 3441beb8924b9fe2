#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {

std::string one_line(std::string_view text, std::size_t bytes_max) {
  std::string line(text.substr(0, bytes_max));
  if (line.size() < text.size()) line += "...";
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return line;
}

}  // namespace gin::bootstrap
