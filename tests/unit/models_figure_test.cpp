// Validation tables of kind model: they call a cost function with inputs, and say so when they cannot.
#include "models/model_figure.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/cost/function.hpp"
#include "models/load.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::models {
namespace {

constexpr const char* good = R"({
  "kind": "model", "family": "f", "source": "s", "figure": "time", "function": "pcie.read", "profile": "laptop",
  "inputs": {"from": "nic"}, "columns": ["to", "profile.pcie.placement"],
  "cases": [{"id": "one", "at": ["gpu", "cross_socket"], "expected": 1.6}]})";

ValidationTable read(const std::string& text) {
  return read_validation(parse_json(text, "t"), "t");
}
std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  text.replace(text.find(from), from.size(), to);
  return text;
}
ModelFigure figure_of(const std::string& text) {
  const ValidationTable table = read(text);
  return model_figure(table, table.cases.at(0));
}

TEST(ModelFigure, IsWhatTheFunctionSaysOfTheProfileAsTheCaseSetsIt) {
  const ModelFigure one = figure_of(good);
  EXPECT_EQ(one.profile, "laptop");
  EXPECT_EQ(one.stack, "");
  EXPECT_EQ(one.millionths, 1'600'000);  // 1000 ns, twice 250 ns and twice 50 ns
  EXPECT_EQ(figure_of(with("cross_socket", "same_switch")).millionths, 1'000'000);
}

TEST(ModelFigure, ACaseMayNameAnotherProfile) {
  std::string text = with("profile.pcie.placement", "profile");
  text.replace(text.find("cross_socket"), std::string("cross_socket").size(), "dgx-h100-cx7");
  EXPECT_EQ(figure_of(text).profile, "dgx-h100-cx7");
  EXPECT_EQ(figure_of(text).millionths, 610'000);
}

TEST(ModelFigure, WhatIsWrongIsRefusedWithItsPlace) {
  const std::pair<std::string, std::string> bad[] = {
      {with("\"model\"", "\"modell\""), "t: $.kind: expected scenario or model, got \"modell\""},
      {with("\"inputs\"", "\"scenario\""), "t: $.scenario: expected no such key, got an object of 1"},
      {with("{\"from\": \"nic\"}", "4"), "t: $.inputs: expected an object, got 4"},
      {with("\"to\"", "\"too\""),
       "t: $.columns[0]: expected an input of pcie.read, profile, stack, or a number or rule of theirs, got "
       "\"too\""},
      {with("{\"from\": \"nic\"}", "{}"),
       "$.inputs: $.from: this key is required and missing; expected one of gpu, nic, cpu"},
      {with("\"figure\": \"time\"", "\"figure\": \"time\", \"amount\": [\"to\"]"),
       "$.amount: expected integer inputs of pcie.read and constants, got \"to\""},
  };
  for (const auto& [text, sentence] : bad) EXPECT_EQ(test::refusal([&text = text] { figure_of(text); }), sentence);
  const std::string unknown = test::refusal([] { read(with("pcie.read", "pcie.reed")); });
  EXPECT_TRUE(unknown.starts_with("t: $.function: expected one of agent.issue, ")) << unknown;
  EXPECT_NE(unknown.find(", pcie.read, "), std::string::npos) << unknown;
  EXPECT_NE(test::refusal([] { figure_of(with("\"gpu\"", "\"gpuu\"")); }).find("$.inputs: $.to: "),
            std::string::npos);
}

TEST(ModelFigure, ATimeIsSharedByTheConstantsOfItsAmount) {
  EXPECT_EQ(figure_of(with("\"figure\": \"time\"", "\"figure\": \"time\", \"amount\": [2, 4]")).millionths,
            200'000);
}

TEST(FigureValue, TimeIsSharedByTheAmountAndARateIsTheAmountASecond) {
  EXPECT_EQ(figure_value(FigureKind::time, 4, nanoseconds(2000)), 500'000);            // 0.5 us each
  EXPECT_EQ(figure_value(FigureKind::rate, 4, nanoseconds(2000)), 2'000'000);          // 2 Mmsg/s
  EXPECT_EQ(figure_value(FigureKind::bandwidth, 4000, nanoseconds(2000)), 2'000'000);  // 2 GB/s
  EXPECT_EQ(figure_value(FigureKind::bandwidth, 4000, {}), 0);
}

TEST(CostFunctions, EachHasANameOfItsOwnATextAndInputsWithTexts) {
  std::vector<std::string> names;
  for (const cost::Function& one : cost::functions()) {
    EXPECT_EQ(cost::find_function(one.name), &one);
    EXPECT_TRUE(one.text.ends_with(".")) << one.name;
    EXPECT_NE(one.of, nullptr) << one.name;
    for (const Field& input : one.inputs.fields()) EXPECT_FALSE(input.text.empty()) << one.name << input.path;
  }
  EXPECT_EQ(cost::find_function("pcie"), nullptr);
}

TEST(ShippedModelTables, EveryCaseCanBeCalled) {
  for (const ValidationTable& table : shipped_validation()) {
    if (table.kind != TableKind::model) continue;
    for (const ValidationCase& one : table.cases) EXPECT_GT(model_figure(table, one).millionths, 0) << one.id;
  }
}

}  // namespace
}  // namespace gin::models
