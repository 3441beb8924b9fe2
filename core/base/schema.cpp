// The published schema says what the loader says, as far as JSON Schema can: it cannot tell 3.0 from 3, count
// decimals, see a key given twice or relate two numbers. Those stay with the loader.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/assert.hpp"
#include "core/base/field_value.hpp"
#include "core/base/fields.hpp"

namespace gin {
namespace {

Json to_json(const Value& value) {
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json range(const Field& field, const char* type) {
  return {{"type", type}, {"minimum", field.min}, {"maximum", field.max}};
}

const Json any_text = {{"type", "string"}, {"minLength", 1}};
const Json any_grade = {{"enum", grades}};

/// The same for all numbers: the loader checks the value's range as it does the number's.
Json without_schema() {
  return {{"type", "object"},
          {"properties",
           {{"of", any_text},
            {"value", {{"type", "number"}}},
            {"source", any_text},
            {"grade", any_grade},
            {same_because_key, any_text}}},
          {"required", without_keys},
          {"additionalProperties", false}};
}

Json quantity_schema(const Field& field) {
  return {{"type", "object"},
          {"properties",
           {{"value", range(field, field.unit == "ns" ? "number" : "integer")},
            {"unit", {{"const", field.unit}}},
            {"source", any_text},
            {"grade", any_grade},
            {without_key, {{"$ref", std::string("#/$defs/") + without_key}}}}},
          {"required", quantity_keys},
          {"additionalProperties", false}};
}

Json rules(const Field& field) {
  switch (field.kind) {
    case FieldKind::boolean:
      return {{"type", "boolean"}};
    case FieldKind::integer:
      return range(field, "integer");
    case FieldKind::text:
      return {{"type", "string"}};
    case FieldKind::choice: {
      const Json words = {{"enum", field.choices}};
      if (!field.or_file) return words;
      const Json file = {{"type", "string"}, {"pattern", "/|.\\.json$"}};
      return {{"anyOf", Json::array({words, file})}};
    }
    case FieldKind::quantity:
      return quantity_schema(field);
  }
  GIN_ASSERT(false);
}

/// Puts one leaf under the object that `path` leads to, making the objects on the way.
void insert(Json& object, const std::string& path, const Field& field) {
  if (object.is_null()) {
    object = {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
    object["additionalProperties"] = false;
  }
  const auto dot = path.find('.');
  const std::string key = path.substr(0, dot);
  Json& member = object["properties"][key];
  if (dot == path.npos) {
    member = value_schema(field);
  } else {
    insert(member, path.substr(dot + 1), field);
  }
  Json& required = object["required"];
  const bool listed = std::find(required.begin(), required.end(), key) != required.end();
  if (!field.default_value && !listed) required.push_back(key);
}

}  // namespace

Json value_schema(const Field& field) {
  Json schema = rules(field);
  if (field.default_value) schema["default"] = to_json(*field.default_value);
  const bool has_unit = !field.unit.empty() && field.kind != FieldKind::quantity;
  const std::string unit = has_unit ? fmt::format("{}Unit: {}.", field.text.empty() ? "" : " ", field.unit) : "";
  if (!(field.text + unit).empty()) schema["description"] = field.text + unit;
  return schema;
}

Json FieldTable::schema() const {
  Json schema = {{"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const Field& field : fields_) {
    insert(schema, field.path, field);
    if (field.kind == FieldKind::quantity) schema["$defs"] = {{without_key, without_schema()}};
  }
  return schema;
}

}  // namespace gin
