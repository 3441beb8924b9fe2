#include "cli/term_text.hpp"

#include <fmt/format.h>

#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "core/scenario/fields.hpp"
#include "reports/glossary/glossary.hpp"

namespace gin::cli {
namespace {

using reports::Term;
using reports::TermKind;

/// A field of a scenario, or of profile or stack with its values.
std::string field_text(const std::string& name, const scenario::Vocabulary& words) {
  const std::string of_model = values_of_model(name);
  if (!of_model.empty()) return of_model;
  const FieldTable table = scenario::fields(words);
  const Field* field = table.find(name);
  return field == nullptr ? "" : fmt::format("  {}: {}\n    {}\n", name, field->text, rule_of(*field));
}

std::string term_in_full(const reports::Known& known, const scenario::Vocabulary& words) {
  const Term& term = *known.term;
  std::string text =
      fmt::format("{}: {}.\n  {}\n\nComes from: {}\n", term.name, known.kind->one, term.meaning, term.code);
  for (const std::string& field : fields_of(term)) text += field_text(field, words);
  return text + fmt::format("\n{}: {}\n", known.kind->less, term.less);
}

std::string lines(const std::vector<Term>& terms) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Term& term : terms) entries.emplace_back(term.name, term.meaning);
  return two_columns(entries);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> term_kinds() {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const TermKind& kind : reports::glossary())
    entries.emplace_back(
        kind.name, fmt::format("{} words, such as {}. {}", kind.terms.size(), kind.terms.front().name, kind.about));
  return entries;
}

std::string list_terms(const std::string& kind) {
  for (const TermKind& each : reports::glossary())
    if (each.name == kind) return lines(each.terms);
  return "";
}

std::string explain_term(const std::string& word, const scenario::Vocabulary& words) {
  const reports::Known known = reports::known_word(word);
  if (known.term != nullptr) return term_in_full(known, words);
  std::vector<Term> group;
  for (const TermKind& kind : reports::glossary())
    for (const Term& term : kind.terms)
      if (term.name.starts_with(word + ".")) group.push_back(term);
  return group.empty() ? "" : lines(group);
}

std::vector<std::vector<std::string>> term_names() {
  std::vector<std::vector<std::string>> names;
  for (const TermKind& kind : reports::glossary()) {
    std::vector<std::string>& of_kind = names.emplace_back();
    for (const Term& term : kind.terms) of_kind.emplace_back(term.name);
  }
  return names;
}

}  // namespace gin::cli
