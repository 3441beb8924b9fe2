// The published schema files are what editors check with; they must say what the loader says.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "core/base/embedded.hpp"
#include "models/load.hpp"

namespace gin::embedded {
std::span<const File> published_schemas();
}

namespace gin::models {
namespace {

std::string published(std::string_view name) {
  for (const auto& file : embedded::published_schemas()) {
    if (file.name == name) return std::string(file.text);
  }
  ADD_FAILURE() << "no published schema named " << name;
  return {};
}

TEST(ProfileSchema, PublishedFileIsTheTablesText) {
  EXPECT_EQ(published("profile"), profile_schema().dump(2) + "\n");
}

TEST(StackSchema, PublishedFileIsTheTablesText) {
  EXPECT_EQ(published("stack"), stack_schema().dump(2) + "\n");
}

TEST(ProfileSchema, HeadIsTheFormatsVersionAndNothingElseIsAllowed) {
  const Json schema = profile_schema();
  EXPECT_EQ(schema.at("properties").at("schema").at("minimum"), 1);
  EXPECT_EQ(schema.at("properties").at("schema").at("maximum"), 1);
  EXPECT_EQ(schema.at("additionalProperties"), false);
  EXPECT_EQ(schema.at("properties").at("nic").at("additionalProperties"), false);
}

void expect_keys_to_end_in_their_unit(const FieldTable& table) {
  for (const Field& field : table.fields()) {
    if (field.kind != FieldKind::quantity || field.unit == "count") continue;
    EXPECT_TRUE(field.path.ends_with("_" + field.unit) || field.path.ends_with("." + field.unit))
        << field.path << " is in " << field.unit;
  }
}

TEST(Fields, KeysOfSourcedNumbersEndInTheirUnit) {
  expect_keys_to_end_in_their_unit(profile_fields());
  expect_keys_to_end_in_their_unit(stack_fields());
}

TEST(Fields, EveryFieldIsExplained) {
  for (const auto& table : {profile_fields(), stack_fields()}) {
    for (const Field& field : table.fields()) EXPECT_TRUE(field.text.ends_with('.')) << field.path;
  }
}

}  // namespace
}  // namespace gin::models
