// The published schema of scenario files: the tables, and around them the few places that are no table.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/scenario/contestants.hpp"
#include "core/scenario/fields.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {
namespace {

constexpr const char* override_pattern = "^(override\\.)?(profile|stack)\\..";
constexpr const char* contestant_pattern = "^[A-Za-z]([A-Za-z0-9 _.+/()-]{0,38}[A-Za-z0-9_.+/()-])?$";

Json closed_object(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

/// One word, or an object with a word for each class of peer.
Json path_schema(const Json& object) {
  Json schema = {{"anyOf", Json::array({Json{{"enum", path_words}}, object})}};
  schema["default"] = {{"same_node", path_words[0]}, {"other_node", path_words[1]}};
  return schema;
}

Json scalar_schema() {
  return {{"type", Json::array({"number", "string", "boolean"})}};
}

/// "When the axis is on this field, its values follow the field's rules."
Json axis_rule(const Json& field, const Json& value) {
  const Json condition = {{"properties", {{"field", field}}}};
  const Json from = {{"properties", {{"from", value}}}};
  const Json rule = {{"properties", {{"values", {{"items", value}}}, {"range", from}, {"log_range", from}}}};
  return {{"if", condition}, {"then", rule}};
}

std::vector<Json> axis_rules(const std::vector<Field>& fields, const std::string& prefix) {
  std::vector<Json> rules;
  for (const Field& field : fields)
    rules.push_back(axis_rule({{"const", prefix + field.path}}, value_schema(field)));
  return rules;
}

/// A bundle of fields under each name; values follow the rules of their fields.
Json contestants_schema(const FieldTable& common, const Json& path, const Json& names) {
  Json values = {{"path", path}};
  for (const Field& field : common.fields()) values[field.path] = value_schema(field);
  const Json bundle = {{"type", "object"},
                       {"minProperties", 1},
                       {"propertyNames", {{"anyOf", names}}},
                       {"properties", values},
                       {"patternProperties", {{override_pattern, scalar_schema()}}}};
  return {{"type", "object"},
          {"minProperties", 1},
          {"maxProperties", axis_values_max},
          {"propertyNames", {{"pattern", contestant_pattern}}},
          {"additionalProperties", bundle}};
}

/// Fields that begin with "params." are the program's and stand in its own rule.
Json compare_schema(const FieldTable& common, const Json& path) {
  Json names = Json::array({Json{{"enum", Target::known_names(common)}}});
  for (const char* pattern : {override_pattern, "^params\\.."}) names.push_back({{"pattern", pattern}});
  const Json values = {{"type", "array"}, {"minItems", 1}, {"maxItems", axis_values_max}, {"uniqueItems", true}};
  const Json field = {{"type", "string"}, {"anyOf", names}};
  const Json number = {{"type", "number"}};
  const Json above_0 = {{"type", "number"}, {"exclusiveMinimum", 0}};
  const Json step = {{"type", "number"}, {"exclusiveMinimum", 0}, {"default", 1}};
  const Json factor = {{"type", "integer"}, {"minimum", 2}};
  const Json range = closed_object({{"from", number}, {"to", number}, {"step", step}}, Json::array({"from", "to"}));
  const Json log_range =
      closed_object({{"from", above_0}, {"to", number}, {"factor", factor}}, {"from", "to", "factor"});
  Json axis = closed_object({{"field", field}, {"values", values}, {"range", range}, {"log_range", log_range}},
                            Json::array({"field"}));
  for (const char* form : {"values", "range", "log_range"})
    axis["oneOf"].push_back({{"required", Json::array({form})}});
  axis["allOf"] = axis_rules(common.fields(), "");
  axis["allOf"].push_back(axis_rule({{"const", "path"}}, path));
  axis["allOf"].push_back(axis_rule({{"pattern", override_pattern}}, scalar_schema()));
  return {{"type", "object"},
          {"propertyNames", {{"pattern", "^[a-z][a-z0-9_-]*$"}}},
          {"properties", {{contestants_key, contestants_schema(common, path, names)}}},
          {"additionalProperties", axis}};
}

Json override_schema() {
  const Json numbers = {
      {"type", "object"}, {"propertyNames", {{"minLength", 1}}}, {"additionalProperties", scalar_schema()}};
  return closed_object({{"profile", numbers}, {"stack", numbers}}, Json::array());
}

/// What the document must look like when it names this program.
Json program_rule(const ProgramFields& program) {
  FieldTable params;
  std::vector<std::string> axis_names;
  for (const Field& param : program.params) {
    params.add(param);
    axis_names.push_back("params." + param.path);
  }
  const Json params_schema = params.schema();
  const Json foreign = {{"pattern", "^params\\."}, {"not", {{"enum", axis_names}}}};
  const Json own_fields = {{"properties", {{"field", {{"not", foreign}}}}}};
  Json axis = {{"allOf", axis_rules(program.params, "params.")}};
  axis["allOf"].push_back(own_fields);
  Json values = Json::object();
  for (const Field& param : program.params) values["params." + param.path] = value_schema(param);
  const Json bundle = {{"propertyNames", {{"not", foreign}}}, {"properties", values}};
  const Json contestants = {{"additionalProperties", bundle}};
  const Json compare = {{"properties", {{contestants_key, contestants}}}, {"additionalProperties", axis}};
  Json then = {{"properties", {{"params", params_schema}, {"compare", compare}}}};
  if (!params_schema["required"].empty()) then["required"] = Json::array({"params"});
  const Json condition = {{"properties", {{"program", {{"const", program.name}}}}},
                          {"required", Json::array({"program"})}};
  return {{"if", condition}, {"then", then}};
}

}  // namespace

Json schema(const Vocabulary& words) {
  const FieldTable common = common_fields(words);
  Json table = common.schema();
  Json& properties = table["properties"];
  const Json path = path_schema(properties["path"]);
  properties["params"] = {{"type", "object"}};
  properties["path"] = path;
  properties["compare"] = compare_schema(common, path);
  properties["override"] = override_schema();
  for (const Section& section : sections()) properties[section.path]["description"] = section.text;
  Json rules = Json::array();
  for (const ProgramFields& program : words.programs) rules.push_back(program_rule(program));

  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "ginlab scenario"},
                 {"description", "One device program on one cluster through one library, and what to vary."}};
  schema.update(table);
  schema["allOf"] = rules;
  return schema;
}

}  // namespace gin::scenario
