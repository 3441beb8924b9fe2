#include "cli/model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "core/base/embedded.hpp"
#include "models/load.hpp"

namespace gin::embedded {
std::span<const File> profiles();
std::span<const File> stacks();
}  // namespace gin::embedded

namespace gin::cli {
namespace {

struct Kind {
  std::string prefix;
  FieldTable fields;
  std::span<const embedded::File> shipped;
};

std::vector<Kind> kinds() {
  return {{"profile.", models::profile_fields(), embedded::profiles()},
          {"stack.", models::stack_fields(), embedded::stacks()}};
}

/// What a file is called and says of itself is no number.
bool may_be_overridden(const Field& field) {
  return field.kind != FieldKind::text && field.kind != FieldKind::integer;
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

/// "560 ns, published: SOURCE", or the word where the field is a rule.
std::string said_by(const embedded::File& file, const Field& field) {
  const Json document = parse_json(file.text, std::string(file.name));
  const Json& value = at(document, field.path);
  if (field.kind == FieldKind::choice) return value.get<std::string>();
  if (field.kind == FieldKind::boolean) return value.dump();
  return fmt::format("{} {}, {}: {}", value.at("value").dump(), field.unit, value.at("grade").get<std::string>(),
                     value.at("source").get<std::string>());
}

std::string in_full(const Kind& kind, const Field& field) {
  const std::string name = kind.prefix + field.path;
  std::vector<std::pair<std::string, std::string>> values;
  for (const embedded::File& file : kind.shipped)
    values.emplace_back("  " + std::string(file.name), said_by(file, field));
  return fmt::format(
      "{0}: {1}\n  {2}\n\nShipped:\n{3}\n"
      "Set it with --set {0}=VALUE; compare it with {{\"field\": \"{0}\", \"values\": [...]}}.\n",
      name, rule_of(field), field.text, two_columns(values));
}

}  // namespace

std::vector<Field> model_fields() {
  std::vector<Field> all;
  for (const Kind& kind : kinds()) {
    for (Field field : kind.fields.fields()) {
      if (!may_be_overridden(field)) continue;
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
      if (!may_be_overridden(field)) continue;
      const std::string full = kind.prefix + field.path;
      if (full == name) return in_full(kind, field);
      if (full.starts_with(name + ".")) group += fmt::format("{}: {}\n  {}\n", full, rule_of(field), field.text);
    }
  }
  return group;
}

}  // namespace gin::cli
