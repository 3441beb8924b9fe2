// ginlab explain: one word in full, those of a kind in a line each, or which kinds there are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "cli/loading.hpp"
#include "cli/term_text.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/fields.hpp"

namespace gin::cli {
namespace {

std::string all_fields(const scenario::Vocabulary& words) {
  const FieldTable table = scenario::fields(words);
  std::vector<Field> fields = table.fields();
  for (Field& field : model_fields()) fields.push_back(std::move(field));
  std::size_t width = 0;
  for (const Field& field : fields) width = std::max(width, field.path.size());
  std::string text;
  for (const Field& field : fields) text += fmt::format("{:<{}}  {}\n", field.path, width, rule_of(field));
  for (const scenario::Section& section : scenario::sections()) {
    text +=
        fmt::format("{:<{}}  a part of the scenario; see ginlab explain {}\n", section.path, width, section.path);
  }
  return text;
}

std::string all_kinds(const scenario::Vocabulary& words) {
  std::vector<std::pair<std::string, std::string>> kinds = term_kinds();
  kinds.insert(
      kinds.begin(),
      {"fields", fmt::format("{} words, such as profile.nic.wqe_fetch_ns. What scenario, profile and stack say.",
                             scenario::fields(words).fields().size() + model_fields().size())});
  return two_columns(kinds) +
         "\nginlab explain KIND lists a kind's words, ginlab explain WORD says what one means.\n"
         "The beginning of words is one, too: nic, profile.nic, cluster.\n";
}

/// Every name that may be explained, those of a kind together.
std::vector<std::vector<std::string>> known_names(const scenario::Vocabulary& words) {
  std::vector<std::vector<std::string>> names = term_names();
  std::vector<std::string>& of_scenario = names.emplace_back();
  for (const scenario::Section& section : scenario::sections()) of_scenario.push_back(section.path);
  const FieldTable table = scenario::fields(words);
  for (const Field& field : table.fields()) of_scenario.push_back(field.path);
  std::vector<std::string>& of_models = names.emplace_back();
  for (const Field& field : model_fields()) of_models.push_back(field.path);
  std::vector<std::string>& of_kinds = names.emplace_back();
  of_kinds.emplace_back("fields");
  for (const auto& [kind, about] : term_kinds()) of_kinds.push_back(kind);
  return names;
}

std::string last_word(const std::string& name) {
  return name.substr(name.find_last_of(". ") + 1);
}

/// The nearest of each kind; if none is near, those that end alike, for the end is what people remember of a long
/// name.
std::vector<std::string> near_names(const std::string& word, const scenario::Vocabulary& words) {
  std::vector<std::string> near;
  const std::vector<std::vector<std::string>> known = known_names(words);
  for (const std::vector<std::string>& kind : known)
    if (std::string best = nearest(word, kind); !best.empty()) near.push_back(std::move(best));
  if (!near.empty()) return near;
  constexpr std::size_t shown_max = 4;
  for (const std::vector<std::string>& kind : known)
    for (const std::string& name : kind)
      if (last_word(name) == last_word(word) && near.size() < shown_max) near.push_back(name);
  return near;
}

[[noreturn]] void refuse(const std::string& word, const scenario::Vocabulary& words) {
  std::vector<std::string> near = near_names(word, words);
  for (std::string& name : near) name = '"' + name + '"';
  const std::string meant = near.empty() ? "; ginlab explain lists the kinds of words that there are"
                                         : fmt::format("; did you mean {}?", fmt::join(near, " or "));
  throw Error(Code::bad_usage,
              fmt::format("explain {}: expected a field of a scenario, profile or stack, or a word of a report{}",
                          in_quotes(word), meant));
}

/// Inside a scenario the numbers stand under "override"; both names are right.
std::string without_override(const std::string& field) {
  const std::string prefix = "override.";
  return field.starts_with(prefix) ? field.substr(prefix.size()) : field;
}

std::string explained(const std::string& word, const scenario::Vocabulary& words) {
  // "stack" is a field of the scenario and a group of numbers; "host" could be a group of items, too.
  std::vector<std::string> texts;
  try {
    texts.push_back(scenario::explain(word, words));
  } catch (const Error&) {
    // Not of the scenario.
  }
  for (std::string text : {explain_model(without_override(word)), explain_term(word, words)})
    if (!text.empty()) texts.push_back(std::move(text));
  if (texts.empty()) refuse(word, words);
  return fmt::format("{}", fmt::join(texts, "\n"));
}

std::string answer(const std::string& word, const scenario::Vocabulary& words) {
  if (word.empty()) return all_kinds(words);
  if (word == "fields") return all_fields(words);
  const std::string list = list_terms(word);
  return list.empty() ? explained(word, words) : list;
}

}  // namespace

int carry_out(const ExplainOptions& options, const Programs& programs) {
  print(answer(options.word, words_of(programs)));
  return 0;
}

}  // namespace gin::cli
