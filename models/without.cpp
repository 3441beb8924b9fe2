#include "models/without.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/field_value.hpp"
#include "core/base/json_path.hpp"
#include "models/load.hpp"

namespace gin::models {
namespace {

Overrides without(const Json& document, const FieldTable& table, const std::string& of) {
  Overrides replaced;
  for (const Field& field : table.fields()) {
    if (field.kind != FieldKind::quantity) continue;
    const std::string place = pointer_text(field.path);
    const Json& number = document.at(Json::json_pointer(place));
    if (!number.contains(without_key) || number[without_key].at("of") != of) continue;
    replaced.push_back({field.path, number[without_key].at("value").dump()});
  }
  return replaced;
}

}  // namespace

Overrides profile_without(const std::string& name, const std::string& of) {
  return without(profile_document(name), profile_fields(), of);
}
Overrides stack_without(const std::string& name, const std::string& of) {
  return without(stack_document(name), stack_fields(), of);
}

}  // namespace gin::models
