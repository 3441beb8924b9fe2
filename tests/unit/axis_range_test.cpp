// Ranges of a compare block and of --axis, down to the last value.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include "core/scenario/axis_range.hpp"
#include "core/scenario/axis_text.hpp"
#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

const std::string in_file = "f.json";

std::string values_of(RangeKind kind, const std::string& block) {
  const Json json = Json::parse(block);
  return Json(range_values({.block = json, .kind = kind, .path = JsonPath(in_file) / "range"})).dump();
}

std::string block_of(const std::string& values) {
  return axis_block({.field = "f", .values = values}).dump();
}

std::string axis_refusal(const std::string& values) {
  return test::refusal([&] { axis_block({.field = "f", .values = values}); });
}

std::vector<Variant> rows_with_axes(const std::vector<AxisText>& axes, const std::string& compare = "{}",
                                    const std::vector<Assignment>& sets = {}) {
  const test::TemporaryFile file("s.json", R"({"schema": 1, "program": "transpose", "compare": )" + compare + "}");
  return load(file.path(), sets, test::test_vocabulary(), axes);
}

std::string axes_of(const std::vector<Variant>& rows) {
  std::string text;
  for (const auto& coordinate : rows.back().coordinates)
    text += (text.empty() ? "" : " ") + coordinate.axis + "=" + coordinate.value;
  return text;
}

TEST(AxisRange, EndsWithTheLastValueThatAStepMeets) {
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 1, "to": 10, "step": 3})"), "[1,4,7,10]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 1, "to": 9, "step": 3})"), "[1,4,7]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": -4, "to": 4, "step": 4})"), "[-4,0,4]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 5, "to": 5, "step": 1})"), "[5]");
  EXPECT_EQ(values_of(RangeKind::factors, R"({"from": 8, "to": 64, "factor": 2})"), "[8,16,32,64]");
  EXPECT_EQ(values_of(RangeKind::factors, R"({"from": 8, "to": 63, "factor": 2})"), "[8,16,32]");
}

TEST(AxisRange, GoesByOneWithoutAStepAndNowhereWithoutAFactor) {
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 1, "to": 4})"), "[1,2,3,4]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 0.5, "to": 3})"), "[0.5,1.5,2.5]");
  EXPECT_EQ(axes_of(rows_with_axes({}, R"({"n": {"field": "cluster.nodes", "range": {"from": 1, "to": 3}}})")),
            "n=3");
  EXPECT_EQ(test::refusal([] { values_of(RangeKind::factors, R"({"from": 1, "to": 4})"); }),
            "f.json: $.range.factor: this key is required and missing");
}

TEST(AxisRange, DecimalsAreExact) {
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 0.1, "to": 0.5, "step": 0.1})"), "[0.1,0.2,0.3,0.4,0.5]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 0.5, "to": 2, "step": 0.75})"), "[0.5,1.25,2]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": -0.05, "to": 0.05, "step": 0.05})"), "[-0.05,0,0.05]");
  EXPECT_EQ(values_of(RangeKind::factors, R"({"from": 0.25, "to": 1, "factor": 2})"), "[0.25,0.5,1]");
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 1.0, "to": 2.0, "step": 1.0})"), "[1,2]");
}

TEST(AxisRange, NumbersUpToTheLimitDoNotOverflow) {
  EXPECT_EQ(values_of(RangeKind::steps, R"({"from": 999999999999999998, "to": 999999999999999999, "step": 1})"),
            "[999999999999999998,999999999999999999]");
  EXPECT_EQ(values_of(RangeKind::factors,
                      R"({"from": 999999999999999999, "to": 999999999999999999, "factor": 999999999999999999})"),
            "[999999999999999999]");
}

RC_GTEST_PROP(AxisRange, HasEveryValueOfItsRuleAndNoOther, ()) {
  const int from = *rc::gen::inRange(-1000, 1000), step = *rc::gen::inRange(1, 50),
            steps = *rc::gen::inRange(0, 100);
  const int beyond = *rc::gen::inRange(0, step);
  Json expected = Json::array();
  for (int i = 0; i <= steps; ++i) expected.push_back(from + i * step);
  const Json block = {{"from", from}, {"to", from + steps * step + beyond}, {"step", step}};
  RC_ASSERT(values_of(RangeKind::steps, block.dump()) == expected.dump());
}

TEST(AxisText, ARangeIsWrittenWithDots) {
  EXPECT_EQ(block_of("1..10"), R"({"field":"f","range":{"from":1,"to":10}})");
  EXPECT_EQ(block_of("1..10+3"), R"({"field":"f","range":{"from":1,"to":10,"step":3}})");
  EXPECT_EQ(block_of("0.5..2+0.25"), R"({"field":"f","range":{"from":0.5,"to":2,"step":0.25}})");
  EXPECT_EQ(block_of("8..1M*2"), R"({"field":"f","log_range":{"from":8,"to":1048576,"factor":2}})");
  EXPECT_EQ(block_of("1K..4K+1K"), R"({"field":"f","range":{"from":1024,"to":4096,"step":1024}})");
  EXPECT_EQ(block_of("-2..2"), R"({"field":"f","range":{"from":-2,"to":2}})");
}

TEST(AxisText, AnythingElseIsAList) {
  EXPECT_EQ(block_of("gpu,proxy"), R"({"field":"f","values":["gpu","proxy"]})");
  EXPECT_EQ(block_of("8,4K,true,0.5"), R"({"field":"f","values":[8,4096,true,0.5]})");
  EXPECT_EQ(block_of("7"), R"({"field":"f","values":[7]})");
  EXPECT_EQ(block_of("../near.json,./far.json"), R"({"field":"f","values":["../near.json","./far.json"]})");
  EXPECT_EQ(block_of(R"([{"same_node":"pointer","other_node":"gpu"}, 2])"),
            R"({"field":"f","values":[{"same_node":"pointer","other_node":"gpu"},2]})");
}

TEST(AxisText, HalfARangeIsRefusedWithWhatOneLooksLike) {
  const std::string expected =
      "expected FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR with numbers such as 8, 0.5 and 64K";
  EXPECT_EQ(axis_refusal("1..x"), "--axis \"f=1..x\": " + expected + ", got \"x\"");
  EXPECT_EQ(axis_refusal("1..5+"), "--axis \"f=1..5+\": " + expected + ", got \"\"");
  EXPECT_EQ(axis_refusal("1..5*2*2"), "--axis \"f=1..5*2*2\": " + expected + ", got \"2*2\"");
  EXPECT_EQ(axis_refusal("1..1e9"), "--axis \"f=1..1e9\": " + expected + ", got \"1e9\"");
  EXPECT_EQ(axis_refusal("8,,9"),
            "--axis \"f=8,,9\": expected values with a comma between each two, got an empty one");
  EXPECT_EQ(axis_refusal(""), "--axis \"f=\": expected values with a comma between each two, got an empty one");
  EXPECT_EQ(
      axis_refusal("[1,"),
      "--axis \"f=[1,\": $[1]: broken JSON at line 1, column 4: unexpected end of input; expected '[', '{', or a "
      "literal");
}

TEST(AxisText, AnAxisComesAfterThoseOfTheFileAndIsNamedByItsLastWord) {
  const auto rows = rows_with_axes({{"params.block_bytes", "8..64*2"}, {"profile.nic.wqe_fetch_ns", "1,2"}},
                                   R"({"n": {"field": "cluster.nodes", "values": [1, 2]}})");
  EXPECT_EQ(rows.size(), 16u);
  EXPECT_EQ(axes_of(rows), "n=2 block_bytes=64 wqe_fetch_ns=2");
  EXPECT_EQ(axes_of(rows_with_axes({{"stack.gpu.poll_ns", "1"}, {"stack.proxy.poll_ns", "2"}})),
            "poll_ns=1 proxy-poll_ns=2");
}

TEST(AxisText, AnAxisOnAFieldThatTheFileVariesTakesItsPlace) {
  const std::string compare = R"({"n": {"field": "cluster.nodes", "values": [1, 2]},
                                  "s": {"field": "seed", "values": [1]}})";
  EXPECT_EQ(axes_of(rows_with_axes({{"cluster.nodes", "3..4"}}, compare)), "n=4 s=1");
  EXPECT_EQ(axes_of(rows_with_axes({{"override.profile.nic.wqe_fetch_ns", "3"}},
                                   R"({"w": {"field": "profile.nic.wqe_fetch_ns", "values": [1]}})")),
            "w=3");
}

TEST(AxisText, WhatAFieldDoesNotTakeIsRefusedInTheWordsOfTheCommandLine) {
  const auto why = [](const AxisText& axis) { return test::refusal([&] { rows_with_axes({axis}); }); };
  EXPECT_EQ(why({"cluster.nodes", "0..4"}),
            "--axis \"cluster.nodes=0..4\": $.compare.nodes.range.from: expected an integer from 1 to 1024, got 0");
  EXPECT_EQ(why({"cluster.nodez", "1"}),
            "--axis \"cluster.nodez=1\": unknown field; did you mean \"cluster.nodes\"?");
  EXPECT_EQ(
      why({"seed", "1..2000"}),
      "--axis \"seed=1..2000\": $.compare.seed.range: expected at most 1024 values, got more; use a larger step");
}

}  // namespace
}  // namespace gin::scenario
