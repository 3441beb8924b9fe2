// Numbers that figures set say what they were without those: known from elsewhere, so that the figures of a source can be
// predicted as if nobody had published them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/field_value.hpp"
#include "core/base/json_path.hpp"
#include "models/load.hpp"
#include "models/model_figure.hpp"
#include "models/validation.hpp"
#include "models/without.hpp"
#include "tests/unit/models_of_case.hpp"

namespace gin::models {
namespace {

/// The number that the case sets, with its source.
Json number_set_by(const ValidationTable& table, const ValidationCase& one) {
  const bool of_stack = one.sets.starts_with("stack.");
  const test::ModelsOfCase models = test::models_of(table, one);
  const std::string place = pointer_text(one.sets.substr(one.sets.find('.') + 1));
  return (of_stack ? stack_document(models.stack) : profile_document(models.profile)).at(Json::json_pointer(place));
}

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// What is wrong about a number that figures `of` a source set; empty where nothing is.
std::string wrong_about(const Json& number, const std::string& of) {
  if (of.empty()) return "its table does not say whose figures they are (from)";
  if (!number.contains(without_key)) return "it does not say what it was without that figure";
  const Json& without = number.at(without_key);
  if (without.at("of") != of)
    return "it says what it was without figures of " + without.at("of").get<std::string>();
  if (small(without.at("source")).find(small(of)) != std::string::npos)
    return "its other source is the one left out";
  const bool is_same = without.at("value") == number.at("value");
  if (is_same && !without.contains(same_because_key)) return "it is the same, and no reason is given";
  if (!is_same && without.contains(same_because_key)) return "it is not the same, though a reason is given";
  return "";
}

TEST(LeaveOut, EveryNumberThatAFigureSetsHasAnotherOneFromElsewhere) {
  std::size_t seen = 0;
  for (const ValidationTable& table : shipped_validation())
    for (const ValidationCase& one : table.cases) {
      if (one.sets.empty()) continue;
      ++seen;
      EXPECT_EQ(wrong_about(number_set_by(table, one), one.from), "")
          << table.name << ", " << one.id << ": " << one.sets;
    }
  EXPECT_GT(seen, 40U);
}

TEST(LeaveOut, RefusesTheSourceLeftOutAndTheSameValueWithoutAReason) {
  const Json said = {{"value", 5}, {"without", {{"of", "A study"}, {"value", 7}, {"source", "a data sheet"}}}};
  EXPECT_EQ(wrong_about(said, "A study"), "");
  EXPECT_EQ(wrong_about(said, "Another"), "it says what it was without figures of A study");
  EXPECT_EQ(wrong_about(said, ""), "its table does not say whose figures they are (from)");
  EXPECT_EQ(wrong_about({{"value", 5}}, "A study"), "it does not say what it was without that figure");
  Json bad = said;
  bad["without"]["source"] = "see a study, Table 4";
  EXPECT_EQ(wrong_about(bad, "A study"), "its other source is the one left out");
  bad = said;
  bad["without"]["value"] = 5;
  EXPECT_EQ(wrong_about(bad, "A study"), "it is the same, and no reason is given");
  bad["without"]["same_because"] = "it was";
  EXPECT_EQ(wrong_about(bad, "A study"), "");
  bad["without"]["value"] = 7;
  EXPECT_EQ(wrong_about(bad, "A study"), "it is not the same, though a reason is given");
}

TEST(LeaveOut, ReplacesWhatOneSourceSetAndNothingElse) {
  const Overrides replaced = profile_without("h200-nvlink", "measured on H200");
  EXPECT_TRUE(std::ranges::any_of(replaced, [](const Override& one) {
    return one == Override{"gpu.hbm_bytes_per_second", "4800000000000"};
  }));
  for (const Override& one : replaced) EXPECT_FALSE(one.path.starts_with("nic.")) << one.path;
  EXPECT_TRUE(profile_without("h200-nvlink", "nobody").empty());
  EXPECT_FALSE(stack_without("lean", "Dissecting Down to the Bone").empty());
}

TEST(LeaveOut, AFigureThatSetANumberIsThenPredicted) {
  const std::vector<ValidationTable> tables = shipped_validation();
  const auto table = std::ranges::find(tables, "gpu_cpu_words", &ValidationTable::name);
  ASSERT_NE(table, tables.end());
  const ValidationCase& one = table->cases.front();
  EXPECT_NE(model_figure(*table, one).millionths, model_figure(*table, one, true).millionths);
}

}  // namespace
}  // namespace gin::models
