// The published JSON Schemas, made from the tables the loader checks with. models/*.schema.json hold the same
// text for editors; a test compares them.
#include <nlohmann/json.hpp>

#include "models/document.hpp"
#include "models/load.hpp"

namespace gin::models {
namespace {

/// Takes what must be there out of a group and the groups below it: it holds only for a file that extends nothing.
Json take_required(Json& group, const FieldTable& table, const std::string& prefix) {
  Json rule = {{"required", group["required"]}};
  group.erase("required");
  for (auto& [key, member] : group["properties"].items()) {
    if (table.find(prefix + key) != nullptr) continue;
    rule["properties"][key] = take_required(member, table, prefix + key + ".");
  }
  return rule;
}

Json schema_of(const char* title, const FieldTable& table) {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  schema.update(table.schema());
  const Json complete = take_required(schema, table, "");
  schema["required"] = own_keys;
  schema["if"] = {{"required", Json::array({"extends"})}, {"properties", {{"extends", {{"minLength", 1}}}}}};
  schema["else"] = complete;
  return schema;
}

}  // namespace

Json profile_schema() {
  return schema_of("ginlab profile: one machine as numbers", profile_fields());
}

Json stack_schema() {
  return schema_of("ginlab stack: one library as numbers and rules", stack_fields());
}

}  // namespace gin::models
