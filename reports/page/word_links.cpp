#include "reports/page/word_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/base/xml.hpp"

namespace gin::reports {
namespace {

bool is_of_a_word(char c) {
  return alphanumeric(c) || c == '_';
}

}  // namespace

WordLinks::WordLinks(const Page& page) {
  for (const PageSection& section : page.sections)
    for (const PageWord& word : section.words) words_.push_back(&word);
}

std::string WordLinks::link(const PageWord& word) {
  const bool again = std::ranges::find(reached_, &word) != reached_.end();
  if (!again) reached_.push_back(&word);
  return fmt::format("<a class=\"word\" href=\"#{0}\" aria-describedby=\"{0}\"{1}>{2}</a>", word.id,
                     again ? " tabindex=\"-1\"" : "", xml_quoted(word.name));
}

/// The word that begins there and stands alone; null where there is none.
const PageWord* WordLinks::word_at(const std::string& text, std::size_t at) const {
  if (at > 0 && is_of_a_word(text[at - 1])) return nullptr;
  const auto found = std::ranges::find_if(words_, [&](const PageWord* word) {
    const std::size_t end = at + word->name.size();
    return word->anywhere && text.compare(at, word->name.size(), word->name) == 0 &&
           (end == text.size() || !is_of_a_word(text[end]));
  });
  return found == words_.end() ? nullptr : *found;
}

std::string WordLinks::in_text(const std::string& text) {
  std::string marked;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const PageWord* word = word_at(text, at);
    if (word == nullptr) {
      ++at;
      continue;
    }
    marked += xml_quoted(text.substr(begin, at - begin)) + link(*word);
    begin = at += word->name.size();
  }
  return marked + xml_quoted(text.substr(begin));
}

std::string WordLinks::in_cell(const PageColumn& column, const std::string& text) {
  if (column.key != "item" && column.key != "value" && column.key != "dominant") return xml_quoted(text);
  const auto whole = std::ranges::find(words_, text, [](const PageWord* word) { return word->name; });
  return column.key == "item" && whole != words_.end() ? link(**whole) : in_text(text);
}

}  // namespace gin::reports
