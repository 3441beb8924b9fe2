#include "core/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gin {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Bytes of the character that begins at `at`, 0 where none does (RFC 3629, section 4) or a terminal acts on it.
std::size_t printable_bytes(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80) return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t' ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() - at < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte_at(text, at + i) & 0xc0) != 0x80) return 0;
  const unsigned second = byte_at(text, at + 1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  const bool c1 = first == 0xc2 && second < 0xa0;
  return overlong || beyond || c1 ? 0 : size;
}

}  // namespace

std::size_t first_unprintable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = printable_bytes(text, at);
    if (bytes == 0) return at;
    at += bytes;
  }
  return std::string_view::npos;
}

std::string printable(std::string_view text, std::size_t line_bytes_max) {
  std::string out;
  std::size_t line = 0;  // bytes of it so far
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\n' && line >= line_bytes_max) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      out += fmt::format("... ({} bytes more)", end - at);
      at = end;
      continue;
    }
    const std::size_t bytes = printable_bytes(text, at);
    const std::size_t before = out.size();
    out += bytes > 0 ? std::string(text.substr(at, bytes)) : fmt::format("\\x{:02x}", byte_at(text, at));
    line = text[at] == '\n' ? 0 : line + out.size() - before;
    at += std::max<std::size_t>(bytes, 1);
  }
  return out;
}

}  // namespace gin
