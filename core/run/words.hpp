// "get|interleaved|pointer": how a program writes the words of a choice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gin::words {

inline std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t bar = text.find('|');
    words.emplace_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return words;
    text.remove_prefix(bar + 1);
  }
}

/// The place of `word`; the loader has checked that it is one of them.
inline std::uint64_t index(std::string_view text, const std::string& word) {
  const std::vector<std::string> all = split(text);
  std::uint64_t at = 0;
  while (all.at(at) != word) ++at;
  return at;
}

}  // namespace gin::words
