// Explaining the words of reports: items, counters, layers, paths, links, bounds (reports/glossary).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace gin::cli {

/// Each kind with what it is: {"items", "62 words: ..."}.
std::vector<std::pair<std::string, std::string>> term_kinds();

/// The words of a kind in a line each. Empty when there is no such kind.
std::string list_terms(const std::string& kind);

/// One word with what it comes from, down to the numbers of the shipped files; a group ("nic") as a list. Empty
/// when no report has such a word.
std::string explain_term(const std::string& word, const scenario::Vocabulary& words);

/// The names of a kind's words, for each kind.
std::vector<std::vector<std::string>> term_names();

}  // namespace gin::cli
