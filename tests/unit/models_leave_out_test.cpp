// Numbers that figures set say what they were without those: known from elsewhere, so that the figures of a source can be
// predicted as if nobody had published them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/field_value.hpp"
#include "models/load.hpp"
#include "models/model_figure.hpp"
#include "models/validation.hpp"
#include "models/without.hpp"

namespace gin::models {
namespace {

std::string column_of(const ValidationTable& table, const ValidationCase& one, const std::string& column,
                      const std::string& otherwise) {
  const auto at = std::ranges::find(table.columns, column);
  return at == table.columns.end() ? otherwise : one.at[static_cast<std::size_t>(at - table.columns.begin())];
}

/// The number that the case sets, with its source.
Json number_set_by(const ValidationTable& table, const ValidationCase& one) {
  const bool of_stack = one.sets.starts_with("stack.");
  std::string profile = table.profile, stack = table.stack;
  if (table.kind == TableKind::scenario) {
    const Json scenario = Json::parse(table.scenario);
    profile = scenario.at("cluster").at("profile");
    stack = scenario.at("stack");
  }
  profile = column_of(table, one, table.kind == TableKind::model ? "profile" : "cluster.profile", profile);
  stack = column_of(table, one, "stack", stack);
  std::string place = "/" + one.sets.substr(one.sets.find('.') + 1);
  std::ranges::replace(place, '.', '/');
  return (of_stack ? stack_document(stack) : profile_document(profile)).at(Json::json_pointer(place));
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
  for (const ValidationTable& table : shipped_validation()) {
    if (table.name != "gpu_cpu_words") continue;
    const ValidationCase& one = table.cases.front();
    EXPECT_NE(model_figure(table, one).millionths, model_figure(table, one, true).millionths);
  }
}

}  // namespace
}  // namespace gin::models
