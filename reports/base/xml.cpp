#include "reports/base/xml.hpp"

#include <algorithm>
#include <cstddef>

namespace gin::reports {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// How many bytes the character at the front has, going by its first byte; 0: no character begins like this.
std::size_t claimed_size(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;  // the middle of a character, or an overlong one
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

/// Bytes of the character at the front, 0 where it is no UTF-8. `text` is not empty.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = claimed_size(byte(0));
  if (size <= 1 || size > text.size()) return size == 1 ? 1 : 0;
  char32_t code = byte(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : size;
}

/// XML 1.0 leaves these out of its characters.
bool forbidden(std::string_view character) {
  if (character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF") return true;  // U+FFFE and U+FFFF
  return static_cast<unsigned char>(character[0]) < 0x20 && character.find_first_of("\t\n\r") == character.npos;
}

/// How a character is spelt that must not stand as it is.
struct Reference {
  char of;
  std::string_view text;
  bool in_quotes = false;  ///< only there
};

constexpr Reference references[] = {{'&', "&amp;"},       {'<', "&lt;"},         {'>', "&gt;"},
                                    {'\r', "&#13;"},      {'"', "&quot;", true}, {'\t', "&#9;", true},
                                    {'\n', "&#10;", true}};

/// Empty for all others.
std::string_view reference(char c, bool quoted) {
  const auto found = std::ranges::find(references, c, &Reference::of);
  return found == std::end(references) || (found->in_quotes && !quoted) ? "" : found->text;
}

std::string escaped(std::string_view text, bool quoted) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, size);
    const std::string_view instead = size == 0 || forbidden(character) ? replacement : reference(text[0], quoted);
    out += instead.empty() ? character : instead;
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

}  // namespace

std::string xml_text(std::string_view text) {
  return escaped(text, false);
}

std::string xml_quoted(std::string_view text) {
  return escaped(text, true);
}

}  // namespace gin::reports
