#include "cli/model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "models/load.hpp"

namespace gin::cli {
namespace {

struct Kind {
  std::string prefix;
  FieldTable fields;
  std::vector<models::Shipped> shipped;
  Json (*document)(const std::string& name);
};

std::vector<Kind> kinds() {
  return {{"profile.", models::profile_fields(), models::shipped_profiles(), models::profile_document},
          {"stack.", models::stack_fields(), models::shipped_stacks(), models::stack_document}};
}

const Json& at(const Json& document, const std::string& path) {
  const Json* node = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find('.', begin), path.size());
    node = &node->at(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return *node;
}

/// "560 ns, published: SOURCE", or the word or text where the field is a rule.
std::string said_by(const Json& document, const Field& field) {
  if (field.kind == FieldKind::text) {
    std::string place = "/" + field.path;
    std::replace(place.begin(), place.end(), '.', '/');
    const std::string text = document.value(Json::json_pointer(place), "");
    return text.empty() ? "none" : text;
  }
  const Json& value = at(document, field.path);
  if (field.kind == FieldKind::choice) return value.get<std::string>();
  if (field.kind == FieldKind::boolean) return value.dump();
  return fmt::format("{} {}, {}: {}", value.at("value").dump(), field.unit, value.at("grade").get<std::string>(),
                     value.at("source").get<std::string>());
}

std::string in_full(const Kind& kind, const Field& field) {
  const std::string name = kind.prefix + field.path;
  std::vector<std::pair<std::string, std::string>> values;
  for (const models::Shipped& file : kind.shipped)
    values.emplace_back("  " + file.name, said_by(kind.document(file.name), field));
  return fmt::format(
      "{0}: {1}\n  {2}\n\nShipped:\n{3}\n"
      "Set it with --set {0}=VALUE; compare it with {{\"field\": \"{0}\", \"values\": [...]}}.\n",
      name, rule_of(field), field.text, two_columns(values));
}

/// Files that say the same in one entry.
std::string by_value(const Kind& kind, const Field& field) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const models::Shipped& file : kind.shipped) {
    const std::string said = said_by(kind.document(file.name), field);
    const auto known = std::ranges::find(values, said, &std::pair<std::string, std::string>::first);
    if (known == values.end())
      values.emplace_back(said, file.name);
    else
      known->second += ", " + file.name;
  }
  std::string text;
  for (const auto& [said, files] : values) text += fmt::format("    {}: {}\n", files, said);
  return text;
}

}  // namespace

std::vector<Field> model_fields() {
  std::vector<Field> all;
  for (const Kind& kind : kinds()) {
    for (Field field : kind.fields.fields()) {
      if (!models::may_be_overridden(field)) continue;
      field.path = kind.prefix + field.path;
      all.push_back(std::move(field));
    }
  }
  return all;
}

std::string explain_model(const std::string& name) {
  std::string group;
  for (const Kind& kind : kinds()) {
    for (const Field& field : kind.fields.fields()) {
      if (!models::may_be_overridden(field)) continue;
      const std::string full = kind.prefix + field.path;
      if (full == name) return in_full(kind, field);
      if (full.starts_with(name + ".")) group += fmt::format("{}: {}\n  {}\n", full, rule_of(field), field.text);
    }
  }
  return group;
}

std::string values_of_model(const std::string& name) {
  for (const Kind& kind : kinds())
    for (const Field& field : kind.fields.fields())
      if (models::may_be_overridden(field) && kind.prefix + field.path == name)
        return fmt::format("  {}: {}\n{}", name, field.text, by_value(kind, field));
  return "";
}

}  // namespace gin::cli
