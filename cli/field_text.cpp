#include "cli/field_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "core/base/json_path.hpp"
#include "models/load.hpp"

namespace gin::cli {
namespace {

struct Kind {
  std::string prefix;
  std::vector<Field> fields;  ///< those that may be overridden, named with the prefix
  std::vector<models::Shipped> shipped;
  Json (*document)(const std::string& name);
};

std::vector<Field> overridable(const std::string& prefix, const FieldTable& table) {
  std::vector<Field> fields;
  for (const Field& field : table.fields())
    if (models::may_be_overridden(field)) fields.emplace_back(field).path = prefix + field.path;
  return fields;
}

std::vector<Kind> kinds() {
  return {
      {"profile.", overridable("profile.", models::profile_fields()), models::shipped_profiles(),
       models::profile_document},
      {"stack.", overridable("stack.", models::stack_fields()), models::shipped_stacks(), models::stack_document}};
}

/// What a shipped file has: "560 ns, published: SOURCE", or the word or text where the field is a rule.
std::string said_by(const models::Shipped& file, const Kind& kind, const Field& field) {
  const std::string place = pointer_text(field.path.substr(kind.prefix.size()));
  const Json document = kind.document(file.name);
  if (field.kind == FieldKind::text) {
    const std::string text = document.value(Json::json_pointer(place), "");
    return text.empty() ? "none" : text;
  }
  const Json& value = document.at(Json::json_pointer(place));
  if (field.kind == FieldKind::choice) return value.get<std::string>();
  if (field.kind == FieldKind::boolean) return value.dump();
  return fmt::format("{} {}, {}: {}", value.at("value").dump(), field.unit, value.at("grade").get<std::string>(),
                     value.at("source").get<std::string>());
}

std::string in_full(const Kind& kind, const Field& field) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const models::Shipped& file : kind.shipped)
    values.emplace_back("  " + file.name, said_by(file, kind, field));
  return fmt::format(
      "{0}: {1}\n  {2}\n\nShipped:\n{3}\n"
      "Set it with --set {0}=VALUE; compare it with {{\"field\": \"{0}\", \"values\": [...]}}.\n",
      field.path, rule_of(field), field.text, two_columns(values));
}

/// Files that say the same in one entry.
std::string by_value(const Kind& kind, const Field& field) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const models::Shipped& file : kind.shipped) {
    const std::string said = said_by(file, kind, field);
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

std::string rule_of(const Field& field) {
  if (field.kind == FieldKind::quantity)
    return fmt::format("a number from {} to {} ({}).", field.min, field.max, field.unit);
  if (!field.default_value) return expectation(field) + ".";
  const auto usual = std::visit([](const auto& value) { return fmt::format("{}", value); }, *field.default_value);
  return fmt::format("{}, default {}.", expectation(field), usual.empty() ? "empty" : usual);
}

std::string with_fields(const std::string& name, const std::string& text, const std::vector<Field>& fields) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Field& field : fields)
    entries.emplace_back("  " + field.path, fmt::format("{} {}", rule_of(field), field.text));
  return two_columns({{name, text}}) + two_columns(entries);
}

std::vector<Field> model_fields() {
  std::vector<Field> all;
  for (const Kind& kind : kinds()) all.insert(all.end(), kind.fields.begin(), kind.fields.end());
  return all;
}

std::string explain_model(const std::string& name) {
  std::string group;
  for (const Kind& kind : kinds())
    for (const Field& field : kind.fields) {
      if (field.path == name) return in_full(kind, field);
      if (field.path.starts_with(name + "."))
        group += fmt::format("{}: {}\n  {}\n", field.path, rule_of(field), field.text);
    }
  return group;
}

std::string values_of_model(const std::string& name) {
  for (const Kind& kind : kinds())
    for (const Field& field : kind.fields)
      if (field.path == name) return fmt::format("  {}: {}\n{}", name, field.text, by_value(kind, field));
  return "";
}

}  // namespace gin::cli
