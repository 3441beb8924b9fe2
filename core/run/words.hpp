// What a program declares in words: names, and choices as "get|interleaved|pointer".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gin::words {

/// A letter from a to z, then such letters, digits and '_': what commands, files and reports can carry unquoted.
constexpr bool is_word(std::string_view text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (text.empty() || !is_letter(text.front())) return false;
  for (const char c : text)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  return true;
}
constexpr bool is_word(const char* text) {
  return text && is_word(std::string_view(text));
}

constexpr std::size_t count(std::string_view text) {
  std::size_t words = 1;
  for (const char c : text) words += c == '|' ? 1 : 0;
  return words;
}

constexpr std::string_view at(std::string_view text, std::size_t index) {
  for (; index > 0; --index) text.remove_prefix(text.find('|') + 1);
  return text.substr(0, text.find('|'));
}

/// Each is a word, and none is there twice.
constexpr bool are_choices(std::string_view text) {
  for (std::size_t i = 0; i < count(text); ++i) {
    if (!is_word(at(text, i))) return false;
    for (std::size_t before = 0; before < i; ++before)
      if (at(text, before) == at(text, i)) return false;
  }
  return true;
}

inline std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count(text); ++i) words.emplace_back(at(text, i));
  return words;
}

/// The place of `word`; the loader has checked that it is one of them.
inline std::uint64_t index(std::string_view text, const std::string& word) {
  const std::vector<std::string> all = split(text);
  std::uint64_t at = 0;
  while (all.at(at) != word) ++at;
  return at;
}

}  // namespace gin::words
