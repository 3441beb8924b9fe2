// The published JSON Schemas, made from the tables the loader checks with. models/*.schema.json hold the same
// text for editors; a test compares them.
#include <nlohmann/json.hpp>

#include "models/load.hpp"

namespace gin::models {
namespace {

Json document(const char* title, const FieldTable& table) {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  schema.update(table.schema());
  return schema;
}

}  // namespace

Json profile_schema() {
  return document("ginlab profile: one machine as numbers", profile_fields());
}

Json stack_schema() {
  return document("ginlab stack: one library as numbers and rules", stack_fields());
}

}  // namespace gin::models
