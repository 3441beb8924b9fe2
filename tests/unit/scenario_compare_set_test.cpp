// The compare block from the command line: replaced, an axis less, an axis more.
#include <gtest/gtest.h>

#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

const std::string two_axes = R"({"n": {"field": "cluster.nodes", "values": [1, 2]},
                                 "s": {"field": "seed", "values": [1, 2, 3]}})";

std::vector<Variant> rows_set(const std::vector<Assignment>& sets, const std::string& compare = two_axes) {
  const test::TemporaryFile file("s.json", R"({"schema": 1, "program": "transpose", "compare": )" + compare + "}");
  return load(file.path(), sets, test::test_vocabulary());
}

std::string set_refused(const std::vector<Assignment>& sets) {
  std::string message = test::refusal([&] { rows_set(sets); });
  // The file lies in a folder of its own.
  const auto name = message.find("/s.json");
  if (name == message.npos) return message;
  const auto folder = message.rfind(' ', name) + 1;
  return message.erase(folder, name + 1 - folder);
}

/// The number of rows and where the last one stands.
std::string rows_text(const std::vector<Variant>& rows) {
  std::string text = std::to_string(rows.size());
  for (const Variant::Coordinate& c : rows.back().coordinates) text += " " + c.axis + "=" + c.value;
  return text;
}

TEST(CompareSet, AWholeBlockTakesTheFilesPlace) {
  EXPECT_EQ(rows_text(rows_set({{"compare", R"({"p": {"field": "path", "values": ["gpu", "proxy"]}})"}})),
            "2 p=proxy");
  EXPECT_EQ(rows_text(rows_set({{"compare", R"({"contestants": {"A": {"seed": 4}, "B": {"seed": 5}}})"}})),
            "2 contestant=B");
  EXPECT_EQ(rows_text(rows_set({{"compare", "null"}})), "1");
  EXPECT_EQ(rows_text(rows_set({{"compare", "{}"}})), "1");
}

TEST(CompareSet, AnAxisIsReplacedInItsPlaceOrAddedBehindTheOthers) {
  EXPECT_EQ(rows_text(rows_set({{"compare.n", R"({"field": "cluster.nodes", "range": {"from": 1, "to": 4}})"}})),
            "12 n=4 s=3");
  EXPECT_EQ(rows_text(rows_set({{"compare.p", R"({"field": "path", "values": ["gpu", "proxy"]})"}})),
            "12 n=2 s=3 p=proxy");
}

TEST(CompareSet, ADroppedAxisLeavesItsFieldToTheFileAndToSet) {
  const auto rows = rows_set({{"seed", "9"}, {"compare.s", "null"}});
  EXPECT_EQ(rows_text(rows), "2 n=2");
  EXPECT_EQ(rows[0].scenario.seed, 9u);
  EXPECT_EQ(rows_text(rows_set({{"compare.n", "null"}, {"compare.s", "null"}})), "1");
  EXPECT_EQ(rows_text(rows_set({{"compare.contestants", "null"}},
                               R"({"contestants": {"A": {"seed": 4}, "B": {"seed": 5}}})")),
            "1");
}

TEST(CompareSet, TheyAreAppliedInOrder) {
  EXPECT_EQ(rows_text(rows_set({{"compare", "null"}, {"compare.s", R"({"field": "seed", "values": [7, 8]})"}})),
            "2 s=8");
  EXPECT_EQ(rows_text(rows_set({{"compare.s", R"({"field": "seed", "values": [7, 8]})"}, {"compare", "null"}})),
            "1");
}

TEST(CompareSet, WhatCannotBeIsRefusedInTheWordsOfTheCommandLine) {
  EXPECT_EQ(set_refused({{"compare", "[1]"}}),
            "--set \"compare=[1]\": $.compare: expected an object of axes, got an array of 1");
  EXPECT_EQ(
      set_refused({{"compare.s", R"({"field": "sed", "values": [1]})"}}),
      "--set \"compare.s={\\\"field\\\": \\\"sed\\\", \\\"values\\\": [1]}\": $.compare.s.field: unknown field "
      "\"sed\"; did you mean \"seed\"?");
  EXPECT_EQ(
      set_refused({{"compare.s", "[1,"}}),
      "--set \"compare.s=[1,\": $[1]: broken JSON at line 1, column 4: unexpected end of input; expected '[', "
      "'{', or a literal; give it as JSON, as it stands in a file, or null to drop it");
  EXPECT_EQ(
      set_refused({{"compare.s.values", "[1]"}}),
      "--set \"compare.s.values=[1]\": $.compare[\"s.values\"]: expected an axis name of a-z, 0-9, _ and - that "
      "starts with a letter");
}

TEST(CompareSet, AnAxisThatIsNotThereCannotBeDropped) {
  EXPECT_EQ(set_refused({{"compare.ss", "null"}}),
            "--set \"compare.ss=null\": expected the name of an axis of s.json, which has n, s");
  EXPECT_EQ(set_refused({{"compare", "null"}, {"compare.s", "null"}}),
            "--set \"compare.s=null\": expected the name of an axis of s.json, which has none");
}

TEST(CompareSet, AFieldStillVariesOnOneAxisOnly) {
  EXPECT_EQ(set_refused({{"compare.t", R"({"field": "seed", "values": [7]})"}}),
            "s.json: $.compare.t.field: axis \"s\" sets seed already; let each field vary on one axis");
  EXPECT_EQ(set_refused({{"compare", R"({"contestants": {"A": {"seed": 4}, "B": {"seed": 5}}})"}, {"seed", "1"}}),
            "--set \"seed=1\": axis \"contestant\" of s.json varies seed already; leave this out, or drop the axis "
            "with --set compare.contestants=null");
}

}  // namespace
}  // namespace gin::scenario
