#include "cli/words.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/base/json_path.hpp"

namespace gin::cli {

void refuse_word(const AskedWord& asked, const std::vector<std::string>& known) {
  throw Error(Code::bad_usage, fmt::format("{} {}: expected one of {}{}", asked.command, in_quotes(asked.word),
                                           fmt::join(known, ", "), did_you_mean(asked.word, known)));
}

std::string text_for(const AskedWord& asked, const WordTexts& texts) {
  std::vector<std::string> known;
  for (const auto& [word, text] : texts) {
    if (word == asked.word) return text();
    known.push_back(word);
  }
  refuse_word(asked, known);
}

}  // namespace gin::cli
