// "list programs", "schema result": a word out of a few.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gin::cli {

/// What each word stands for, in the order messages list them.
using WordTexts = std::vector<std::pair<std::string, std::function<std::string()>>>;

/// The text for `word`. `command` opens the message. Throws Error(bad_usage) with the nearest known word.
struct AskedWord {
  std::string command;
  std::string word;
};
std::string text_for(const AskedWord& asked, const WordTexts& texts);

}  // namespace gin::cli
