#include <gtest/gtest.h>

#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

/// A transpose on two nodes with this compare block.
std::string with_compare(const std::string& block) {
  return R"({"schema": 1, "program": "transpose", "cluster": {"nodes": 2}, "compare": )" + block + "}";
}

std::vector<Variant> rows_of(const std::string& block, const std::vector<Assignment>& sets = {}) {
  const test::TemporaryFile file("s.json", with_compare(block));
  return load(file.path(), sets, test::test_vocabulary());
}

std::string refusal_of_block(const std::string& block, const std::vector<Assignment>& sets = {}) {
  const test::TemporaryFile file("s.json", with_compare(block));
  std::string message = test::refusal([&] { load(file.path(), sets, test::test_vocabulary()); });
  for (auto at = message.find(file.folder()); at != message.npos; at = message.find(file.folder())) {
    message.erase(at, file.folder().size() + 1);
  }
  return message;
}

std::string labels(const Variant& variant) {
  std::string text;
  for (const Variant::Coordinate& c : variant.coordinates)
    text += (text.empty() ? "" : "; ") + c.axis + ": " + c.value;
  return text;
}

std::string integers(int count) {
  std::string text = "1";
  for (int i = 2; i <= count; ++i) text.append(",").append(std::to_string(i));
  return text;
}

TEST(Compare, NoBlockAndAnEmptyBlockGiveOneRowWithoutCoordinates) {
  const auto rows = rows_of("{}");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_TRUE(rows[0].coordinates.empty());
}

TEST(Compare, TheFirstAxisIsTheSlowest) {
  const auto rows = rows_of(R"({"size": {"field": "params.block_bytes", "values": [8, 16]},
                                "how": {"field": "path.other_node", "values": ["proxy", "gpu"]}})");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(labels(rows[0]), "size: 8; how: proxy");
  EXPECT_EQ(labels(rows[1]), "size: 8; how: gpu");
  EXPECT_EQ(labels(rows[2]), "size: 16; how: proxy");
  EXPECT_EQ(rows[1].scenario.paths.other_node, Path::gpu);
  EXPECT_EQ(rows[1].scenario.params.integer("block_bytes"), 8);
  EXPECT_EQ(rows[2].scenario.paths.other_node, Path::proxy);
  EXPECT_EQ(rows[2].scenario.params.integer("block_bytes"), 16);
}

TEST(Compare, ObjectsAreLabelledByTheirWords) {
  const auto rows = rows_of(R"({"path": {"field": "path", "values":
      [{"same_node": "pointer", "other_node": "proxy"}, "gpu"]}})");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(labels(rows[0]), "path: same_node=pointer other_node=proxy");
  EXPECT_EQ(rows[0].scenario.paths.other_node, Path::proxy);
  EXPECT_EQ(labels(rows[1]), "path: gpu");
  EXPECT_EQ(rows[1].scenario.paths.same_node, Path::gpu);
}

TEST(Compare, NumbersOfProfileAndStackVaryByTheirShortNames) {
  const auto rows = rows_of(R"({"fetch": {"field": "profile.nic.wqe_fetch_ns", "values": [900, 0.5]},
                                "map": {"field": "override.stack.queues.map", "values": ["single"]}})");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(labels(rows[1]), "fetch: 0.5; map: single");
  EXPECT_EQ(rows[1].scenario.profile_overrides.at(0).path, "nic.wqe_fetch_ns");
  EXPECT_EQ(rows[1].scenario.profile_overrides.at(0).number, "0.5");
  EXPECT_EQ(rows[0].scenario.stack_overrides.at(0).number, "single");
}

TEST(Compare, TheProgramItselfMayVary) {
  const auto rows = rows_of(R"({"program": {"field": "program", "values": ["transpose", "idle"]}})");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].scenario.params.all().size(), 2u);
  EXPECT_EQ(rows[1].scenario.program, "idle");
}

TEST(Compare, SetsAreAppliedToEveryRow) {
  for (const Variant& row : rows_of(R"({"n": {"field": "cluster.nodes", "values": [1, 2]}})", {{"seed", "9"}})) {
    EXPECT_EQ(row.scenario.seed, 9u);
  }
}

TEST(Compare, AFieldThatVariesCannotBeSet) {
  const std::string block = R"({"n": {"field": "path", "values": ["gpu", "proxy"]}})";
  EXPECT_EQ(refusal_of_block(block, {{"path.other_node", "gpu"}}),
            "--set \"path.other_node=gpu\": axis \"n\" of s.json varies path already; leave this out, or drop "
            "the axis with --set compare.n=null");
  EXPECT_NE(refusal_of_block(block, {{"path", "gpu"}}), "accepted");
  EXPECT_NE(
      refusal_of_block(R"({"p": {"field": "program", "values": ["transpose", "idle"]}})", {{"program", "idle"}}),
      "accepted");
  EXPECT_EQ(refusal_of_block(block, {{"seed", "2"}}), "accepted");
}

TEST(Compare, AnUnknownFieldIsRefusedWithTheNearest) {
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "cluster.node", "values": [1]}})"),
            "s.json: $.compare.n.field: unknown field \"cluster.node\"; did you mean \"cluster.nodes\"?");
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "block_bytes", "values": [1]}})"),
            "s.json: $.compare.n.field: unknown field \"block_bytes\"; did you mean \"params.block_bytes\"?");
}

TEST(Compare, EachValueIsCheckedWhereItStands) {
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "cluster.nodes", "values": [1, 2, 0]}})"),
            "s.json: $.compare.n.values[2]: expected an integer from 1 to 1024, got 0");
  EXPECT_EQ(refusal_of_block(R"({"p": {"field": "path", "values": ["gpu", {"other_node": "pointer"}]}})"),
            "s.json: $.compare.p.values[1].other_node: expected one of gpu, gpu-cpu-doorbell, proxy, host, got "
            "\"pointer\"");
  EXPECT_EQ(
      refusal_of_block(R"({"p": {"field": "path", "values": [{"othr_node": "gpu"}]}})"),
      "s.json: $.compare.p.values[0].othr_node: unknown key; did you mean \"other_node\"? (known here: other_node, "
      "same_node)");
}

TEST(Compare, AValueGivenTwiceIsRefusedAlsoInOtherWords) {
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "cluster.nodes", "values": [1, 2, 1]}})"),
            "s.json: $.compare.n.values[2]: 1 is given twice; keep one");
  EXPECT_EQ(
      refusal_of_block(R"({"p": {"field": "path", "values": ["gpu", {"other_node": "gpu", "same_node": "gpu"}]}})"),
      "s.json: $.compare.p.values[1]: other_node=gpu same_node=gpu is given twice; keep one");
  EXPECT_NE(refusal_of_block(R"({"f": {"field": "profile.nic.mtu", "values": [900, 900.0]}})"), "accepted");
}

TEST(Compare, TwoAxesCannotVaryOneField) {
  EXPECT_EQ(
      refusal_of_block(
          R"({"a": {"field": "path", "values": ["gpu"]}, "b": {"field": "path.same_node", "values": ["gpu"]}})"),
      "s.json: $.compare.b.field: axis \"a\" sets path already; let each field vary on one axis");
  EXPECT_NE(refusal_of_block(R"({"a": {"field": "profile.nic.mtu", "values": [1]},
                           "b": {"field": "override.profile.nic.mtu", "values": [2]}})"),
            "accepted");
}

TEST(Compare, AnAxisHasAThousandAndTwentyFourValuesAndAComparisonSixteenTimesAsManyRowsAtMost) {
  const std::string nodes = R"({"n": {"field": "cluster.nodes", "values": [)";
  EXPECT_EQ(rows_of(nodes + integers(1024) + "]}}").size(), 1024u);
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "seed", "values": [)" + integers(1025) + "]}}"),
            "s.json: $.compare.n.values: expected an array of 1 to 1024 values, got an array of 1025");
  const std::string both = nodes + integers(1024) + R"(]}, "s": {"field": "seed", "values": [)";
  EXPECT_EQ(rows_of(both + integers(16) + "]}}").size(), 16384u);
  EXPECT_EQ(
      refusal_of_block(both + integers(17) + "]}}"),
      "s.json: $.compare: expected at most 16384 rows, got 17408 with axis \"s\"; shorten an axis or drop one");
}

TEST(Compare, ARowThatDoesNotFitIsNamed) {
  EXPECT_EQ(refusal_of_block(R"({"n": {"field": "cluster.nodes", "values": [1, 2]},
                     "p": {"field": "path", "values": ["gpu", "pointer"]}})"),
            "s.json: $.path: \"pointer\" reaches peers of the same node only and the cluster has 2 nodes; give "
            "{\"same_node\": \"pointer\", \"other_node\": \"gpu\"}, or \"proxy\" there (in row n=2, p=pointer)");
}

TEST(Compare, ALabelOfSeveralLinesLeavesTheMessageOnOne) {
  EXPECT_NE(refusal_of_block(R"({"d": {"field": "description", "values": ["a\nb"]},
                           "p": {"field": "path", "values": ["pointer"]}})")
                .find("(in row d=a\\nb, p=pointer)"),
            std::string::npos);
}

TEST(Compare, WhatAnAxisReplacesMustBeSoundToo) {
  const test::TemporaryFile file("s.json", R"({"schema": 1, "program": "idle", "seed": -1,
      "compare": {"s": {"field": "seed", "values": [1, 2]}}})");
  EXPECT_NE(test::refusal([&] { load(file.path(), {}, test::test_vocabulary()); }).find("$.seed: expected"),
            std::string::npos);
}

}  // namespace
}  // namespace gin::scenario
