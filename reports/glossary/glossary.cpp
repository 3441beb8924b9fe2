#include "reports/glossary/glossary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace gin::reports {
namespace {

std::vector<Term> joined(std::initializer_list<std::span<const Term>> tables) {
  std::vector<Term> all;
  for (const std::span<const Term> table : tables) all.insert(all.end(), table.begin(), table.end());
  return all;
}

/// A row says more than the name only in brackets, or to say whose it is: one thread's or several.
bool is_named(const Term& term, std::string_view text) {
  if (!text.starts_with(term.name)) return false;
  const std::string_view rest = text.substr(term.name.size());
  return rest.empty() || rest.starts_with("(") || rest.starts_with(" of PE ") || rest.starts_with("s of PE ");
}

}  // namespace

const std::vector<TermKind>& glossary() {
  static const std::vector<TermKind> kinds = {
      {"items", "an item of the critical path",
       "What an iteration waited for, from its begin to its end; in virtual time they add up to it.", "Shorter",
       joined({agent_items(), cpu_items(), memory_items(), nic_items()})},
      {"counters", "a counter", "How often something happened in all measured iterations, on all PEs.", "Fewer",
       joined({counter_terms()})},
      {"layers", "a layer between program and fabric",
       "What ginlab puts between program and fabric because machine or library lack it, or does to threads.",
       "Without it", joined({layer_terms()})},
      {"paths", "a path to a peer", "How operations reached their peer: how many, and how many bytes.", "Instead",
       joined({path_terms()})},
      {"links", "a link", "What bytes crossed: how often, and how many.", "Less", joined({link_terms()})},
      {"bounds", "a bound", "What needs as long as the bound of a row says, however good its software is.", "Lower",
       joined({bound_terms()})}};
  return kinds;
}

Known known_word(std::string_view text) {
  for (const TermKind& kind : glossary())
    for (const Term& term : kind.terms)
      if (is_named(term, text)) return {&kind, &term};
  return {};
}

std::vector<std::string> words_of(const trace::Row& row) {
  std::vector<std::string> words;
  for (const trace::PathItem& item : row.critical_path) words.push_back(item.item);
  for (const trace::Counter& counter : row.counters)
    if (counter.value != 0) words.push_back(counter.name);
  words.insert(words.end(), row.layers.begin(), row.layers.end());
  for (const trace::Traffic& path : row.by_path) words.push_back("path " + path.name);
  for (const trace::Traffic& link : row.by_link) words.push_back("link " + link.name);
  if (!row.bound_by.empty()) words.push_back(row.bound_by);
  return words;
}

std::vector<Known> words_of(const trace::Result& result) {
  std::set<std::string> said;
  for (const trace::Row& row : result.rows) std::ranges::move(words_of(row), std::inserter(said, said.end()));
  std::set<const Term*> used;
  for (const std::string& word : said) used.insert(known_word(word).term);
  std::vector<Known> words;
  for (const TermKind& kind : glossary())
    for (const Term& term : kind.terms)
      if (used.contains(&term)) words.push_back({&kind, &term});
  return words;
}

std::vector<std::string> fields_of(const Term& term) {
  std::istringstream names{std::string(term.fields)};
  return {std::istream_iterator<std::string>(names), {}};
}

std::vector<std::string> lines_of(const Known& word) {
  const Term& term = *word.term;
  const std::string fields = fmt::format("{}", fmt::join(fields_of(term), ", "));
  return {std::string(term.meaning),
          fmt::format("Comes from: {}{}{}.", fields, fields.empty() ? "" : "; ", term.code),
          fmt::format("{}: {}", word.kind->less, term.less)};
}

}  // namespace gin::reports
