// The schema is written by hand; here it is held against what the writer writes. tests/golden/check_result.py
// holds it against a validator that is not ours.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json.hpp"
#include "core/trace/bracket.hpp"
#include "core/trace/result.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::trace {
namespace {

Json published() {
  return parse_json(schema(), "result.schema.json");
}

/// A result in which no list is empty, so that every part of the schema meets a value.
Json written() {
  Row row = made::row({{"stack", "lean"}}, 5, {{"nic.wire", 5, 1}});
  row.by_path = {{"gpu", 1, 8}};
  row.by_link = {{"nic", 1, 70}};
  row.not_offered = {"stack lean has no path gpu"};
  row.layers = {"segmented"};
  row.counters = {{"doorbells", 1}};
  row.pe_traffic = {1, {{0, 8}, {0, 0}}};
  row.nics = {{0, 0, 70, 0, 1, 0}};
  row.phases = {{0, "issue", 0, 5}};
  return parse_json(to_json(made::result({row})), "result.json");
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

/// Objects with named properties must have exactly the keys the writer wrote, each of them required.
void expect_same_shape(const Json& rule, const Json& value, const std::string& path) {
  if (rule.contains("const") || rule.contains("enum")) return;
  ASSERT_TRUE(rule.contains("type")) << path;
  const std::string type = rule["type"];
  EXPECT_EQ(type == "integer" ? "number" : type, value.type_name()) << path;
  if (type == "array") {
    ASSERT_FALSE(value.empty()) << path;
    expect_same_shape(rule["items"], value[0], path + "[0]");
  }
  if (type != "object" || !rule.contains("properties")) return;
  EXPECT_EQ(rule["additionalProperties"], false) << path;
  EXPECT_EQ(keys_of(rule["properties"]), keys_of(value)) << path;
  EXPECT_EQ(rule["required"].get<std::set<std::string>>(), keys_of(value)) << path;
  for (const auto& [key, below] : value.items())
    expect_same_shape(rule["properties"][key], below, path + "." + key);
}

TEST(ResultSchema, NamesExactlyTheKeysThatTheWriterWrites) {
  expect_same_shape(published(), written(), "$");
}

TEST(ResultSchema, CarriesTheVersionThatTheWriterWrites) {
  EXPECT_EQ(published()["$id"], "ginlab/result/" + std::to_string(Result::version));
  EXPECT_EQ(published()["properties"]["schema"]["const"], written()["schema"]);
}

TEST(ResultSchema, ListsEveryBracket) {
  const Json brackets = published()["properties"]["rows"]["items"]["properties"]["bracket"]["enum"];
  EXPECT_EQ(brackets.size(), 3U);
  for (const Bracket bracket : {Bracket::source_reusable, Bracket::acknowledged, Bracket::visible}) {
    EXPECT_EQ(std::count(brackets.begin(), brackets.end(), bracket_name(bracket)), 1);
  }
}

TEST(ResultSchema, UsesNoReferencesBecauseItsOwnNameIsRelative) {
  EXPECT_EQ(schema().find("$ref"), std::string::npos);
}

}  // namespace
}  // namespace gin::trace
