#include "cli/words.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/base/json_path.hpp"

namespace gin::cli {

std::string text_for(const Choice& choice, const Texts& texts) {
  std::vector<std::string> known;
  for (const auto& [word, text] : texts) {
    if (word == choice.word) return text();
    known.push_back(word);
  }
  throw Error(Code::bad_usage, fmt::format("{} {}: expected one of {}{}", choice.command, in_quotes(choice.word),
                                           fmt::join(known, ", "), did_you_mean(choice.word, known)));
}

}  // namespace gin::cli
