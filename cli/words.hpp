// "list programs", "schema result": a word out of a few.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gin::cli {

/// What each word stands for, in the order messages list them.
using WordTexts = std::vector<std::pair<std::string, std::function<std::string()>>>;

/// `command` opens the message.
struct AskedWord {
  std::string command;
  std::string word;
};

/// Throws Error(bad_usage) with the known words, and the nearest of them.
[[noreturn]] void refuse_word(const AskedWord& asked, const std::vector<std::string>& known);

/// The text for `word`, or refuse_word.
std::string text_for(const AskedWord& asked, const WordTexts& texts);

}  // namespace gin::cli
