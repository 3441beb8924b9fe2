// ginlab explain: one field in full, or all of them in a line each.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "cli/loading.hpp"
#include "cli/model_text.hpp"
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

/// Every name that may be explained.
std::vector<std::string> known_names(const scenario::Vocabulary& words) {
  std::vector<std::string> names;
  const FieldTable table = scenario::fields(words);
  for (const scenario::Section& section : scenario::sections()) names.push_back(section.path);
  for (const Field& field : table.fields()) names.push_back(field.path);
  for (const Field& field : model_fields()) names.push_back(field.path);
  return names;
}

std::string last_word(const std::string& name) {
  return name.substr(name.rfind('.') + 1);
}

[[noreturn]] void refuse(const std::string& field, const std::vector<std::string>& known) {
  std::string meant = did_you_mean(field, known);
  // The last word is what people remember of a long name.
  for (const std::string& name : known) {
    if (meant.empty() && last_word(name) == last_word(field)) meant = fmt::format("; did you mean \"{}\"?", name);
  }
  if (meant.empty()) meant = "; ginlab explain lists them all";
  throw Error(Code::bad_usage, fmt::format("explain {}: expected a field of a scenario, profile or stack{}",
                                           in_quotes(field), meant));
}

/// Inside a scenario the numbers stand under "override"; both names are right.
std::string without_override(const std::string& field) {
  const std::string prefix = "override.";
  return field.starts_with(prefix) ? field.substr(prefix.size()) : field;
}

std::string explained(const std::string& field, const scenario::Vocabulary& words) {
  const std::string numbers = explain_model(without_override(field));
  try {
    // "stack" is a field of the scenario and a group of numbers.
    const std::string own = scenario::explain(field, words);
    return numbers.empty() ? own : own + "\n" + numbers;
  } catch (const Error&) {
    if (numbers.empty()) refuse(field, known_names(words));
    return numbers;
  }
}

}  // namespace

int explain(const ExplainOptions& options, const Programs& programs) {
  const scenario::Vocabulary words = words_of(programs);
  print(options.field.empty() ? all_fields(words) : explained(options.field, words));
  return 0;
}

}  // namespace gin::cli
