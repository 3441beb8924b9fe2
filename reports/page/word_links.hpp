// Texts of a page in which words of the glossary lead to what they mean: links, so that keys reach them and a page
// without scripts has them too, each described by the text that it leads to.
#pragma once

#include <string>
#include <vector>

#include "reports/page/page.hpp"

namespace gin::reports {

class WordLinks {
 public:
  explicit WordLinks(const Page& page);

  /// A table or a section begins. Keys stop at a word once in each: the same word in a thousand rows is one stop.
  void start() { reached_.clear(); }

  /// `text` as HTML. Words that could be anybody's ("puts") are none here.
  std::string in_text(const std::string& text);

  /// The same of a cell, which may be any word as a whole. Names of contestants and places are their author's,
  /// whatever they look like.
  std::string in_cell(const PageColumn& column, const std::string& text);

 private:
  std::string link(const PageWord& word);
  const PageWord* word_at(const std::string& text, std::size_t at) const;

  std::vector<const PageWord*> words_;
  std::vector<const PageWord*> reached_;
};

}  // namespace gin::reports
