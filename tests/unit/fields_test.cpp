#include "core/base/fields.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

FieldTable table() {
  FieldTable table;
  table.add({.path = "name", .kind = FieldKind::text})
      .add({.path = "nic.wqe_fetch_ns", .kind = FieldKind::quantity, .unit = "ns", .min = 0, .max = 1'000'000})
      .add({.path = "nic.mtu", .kind = FieldKind::quantity, .unit = "bytes", .min = 256, .max = 65536})
      .add({.path = "queues.map",
            .kind = FieldKind::choice,
            .default_value = "single",
            .choices = {"single", "by_agent"}})
      .add({.path = "queues.depth", .min = 1, .max = 64, .default_value = 8, .text = "How deep."})
      .add({.path = "quick", .kind = FieldKind::boolean, .default_value = false});
  return table;
}

Json good() {
  return parse_json(R"({"name": "n", "nic": {
      "wqe_fetch_ns": {"value": 900.125, "unit": "ns", "source": "a paper", "grade": "published"},
      "mtu": {"value": 4096, "unit": "bytes", "source": "a manual", "grade": "second-hand"}}})",
                    "good.json");
}

/// The good document with one place changed; `pointer` is a JSON pointer.
std::string refusal_with(const std::string& pointer, const std::string& value) {
  Json document = good();
  document[Json::json_pointer(pointer)] = parse_json(value, "value");
  return test::refusal([&] { table().check(document, "f.json"); });
}

TEST(FieldTable, ValuesAreCheckedAndDefaultsFilledIn) {
  const Values values = table().check(good(), "f.json");
  EXPECT_EQ(values.text("name"), "n");
  EXPECT_EQ(values.integer("nic.wqe_fetch_ns"), 900'125);
  EXPECT_EQ(values.integer("nic.mtu"), 4096);
  EXPECT_EQ(values.text("queues.map"), "single");
  EXPECT_EQ(values.integer("queues.depth"), 8);
  EXPECT_FALSE(values.flag("quick"));
}

TEST(FieldTable, AnUnknownKeyIsRefusedWithTheNearestAndTheKnownOnes) {
  EXPECT_EQ(refusal_with("/nic/mtv", "1"),
            "f.json: $.nic.mtv: unknown key; did you mean \"mtu\"? (known here: mtu, wqe_fetch_ns)");
  EXPECT_EQ(refusal_with("/banana", "1"), "f.json: $.banana: unknown key (known here: name, nic, queues, quick)");
}

TEST(FieldTable, AMissingRequiredKeyIsNamed) {
  Json document = good();
  document["nic"].erase("mtu");
  EXPECT_EQ(
      test::refusal([&] { table().check(document, "f.json"); }),
      "f.json: $.nic.mtu: this key is required and missing; expected an object {value, unit, source, grade} with "
      "a value from 256 to 65536 (bytes)");
}

TEST(FieldTable, AWrongTypeIsRefusedWithWhatCame) {
  EXPECT_EQ(refusal_with("/queues", "{\"depth\": \"two\"}"),
            "f.json: $.queues.depth: expected an integer from 1 to 64, got \"two\"");
  EXPECT_EQ(refusal_with("/queues", "3"), "f.json: $.queues: expected an object with keys among depth, map, got 3");
  EXPECT_EQ(refusal_with("/quick", "1"), "f.json: $.quick: expected true or false, got 1");
  EXPECT_EQ(refusal_with("/name", "null"), "f.json: $.name: expected a text, got null");
  EXPECT_EQ(refusal_with("/queues/map", "\"singel\""),
            "f.json: $.queues.map: expected one of single, by_agent, got \"singel\"; did you mean \"single\"?");
}

TEST(FieldTable, IntegersAreIntegersInTheirRange) {
  for (const char* bad : {"0", "65", "3.0", "2.5", "-1", "18446744073709551615", "1e3", "true"}) {
    EXPECT_NE(refusal_with("/queues/depth", bad).find("expected an integer from 1 to 64, got "), std::string::npos)
        << bad;
  }
  EXPECT_EQ(refusal_with("/queues/depth", "64"), "accepted");
}

TEST(FieldTable, NegativeZeroIsZero) {
  const Field field{.path = "x", .min = 0, .max = 1};
  EXPECT_EQ(std::get<std::int64_t>(check_value(field, parse_json("-0", "x"), "x")), 0);
}

TEST(Quantity, NanosecondsBecomePicosecondsExactly) {
  const Field field{.path = "x", .kind = FieldKind::quantity, .unit = "ns", .min = 0, .max = 1'000'000'000};
  const auto ps = [&](const std::string& number) {
    const Json json =
        parse_json(R"({"unit": "ns", "source": "s", "grade": "measured", "value": )" + number + "}", "x");
    return std::get<std::int64_t>(check_value(field, json, "x"));
  };
  EXPECT_EQ(ps("0.001"), 1);
  EXPECT_EQ(ps("2.675"), 2'675);
  EXPECT_EQ(ps("3.10"), 3'100);
  EXPECT_EQ(ps("999999999.999"), 999'999'999'999);
  EXPECT_EQ(ps("1e3"), 1'000'000);
  EXPECT_EQ(ps("-0.0"), 0);
}

TEST(Quantity, EveryThreeDecimalNumberIsTakenAndAFourthDecimalRefused) {
  const Field field{.path = "x", .kind = FieldKind::quantity, .unit = "ns", .min = 0, .max = 1'000'000};
  Json quantity = {{"value", 0}, {"unit", "ns"}, {"source", "s"}, {"grade", "measured"}};
  for (int ps = 0; ps < 20'000; ++ps) {
    quantity["value"] = std::stod(std::to_string(ps / 1000) + "." + std::to_string(1000 + ps % 1000).substr(1));
    ASSERT_EQ(std::get<std::int64_t>(check_value(field, quantity, "x")), ps);
  }
  EXPECT_EQ(
      refusal_with("/nic/wqe_fetch_ns/value", "0.0001"),
      "f.json: $.nic.wqe_fetch_ns.value: expected a number of ns from 0 to 1000000 with at most three decimals, "
      "got 0.0001");
}

TEST(Quantity, EachPartIsChecked) {
  EXPECT_EQ(refusal_with("/nic/mtu/unit", "\"kB\""), "f.json: $.nic.mtu.unit: expected bytes, got \"kB\"");
  EXPECT_EQ(
      refusal_with("/nic/mtu/grade", "\"guessed\""),
      "f.json: $.nic.mtu.grade: expected one of measured, published, second-hand, estimated, got \"guessed\"");
  EXPECT_EQ(refusal_with("/nic/mtu/source", "\"\""),
            "f.json: $.nic.mtu.source: expected where the number comes from, got \"\"");
  EXPECT_EQ(refusal_with("/nic/mtu/value", "255"),
            "f.json: $.nic.mtu.value: expected an integer from 256 to 65536 (bytes), got 255");
  EXPECT_EQ(
      refusal_with("/nic/mtu/valeu", "1"),
      "f.json: $.nic.mtu.valeu: unknown key; did you mean \"value\"? (known here: value, unit, source, grade, "
      "without)");
  EXPECT_NE(refusal_with("/nic/mtu", "4096").find("$.nic.mtu: expected an object {value, unit, source, grade}"),
            std::string::npos);
  EXPECT_EQ(refusal_with("/nic/mtu", R"({"value": 4096, "unit": "bytes", "grade": "measured"})"),
            "f.json: $.nic.mtu.source: this key is required and missing");
  EXPECT_NE(refusal_with("/nic/wqe_fetch_ns/value", "1000000.5"), "accepted");
  EXPECT_NE(refusal_with("/nic/wqe_fetch_ns/value", "\"900\""), "accepted");
}

TEST(Quantity, WhatItWasWithoutOtherFiguresIsCheckedLikeItself) {
  const auto refusal = [](const std::string& without) { return refusal_with("/nic/mtu/without", without); };
  EXPECT_EQ(refusal(R"({"of": "a study", "value": 512, "source": "a data sheet", "grade": "published"})"),
            "accepted");
  EXPECT_EQ(refusal(R"({"of": "a study", "value": 255, "source": "a data sheet", "grade": "published"})"),
            "f.json: $.nic.mtu.without.value: expected an integer from 256 to 65536 (bytes), got 255");
  EXPECT_EQ(refusal(R"({"value": 512, "source": "a data sheet", "grade": "published"})"),
            "f.json: $.nic.mtu.without.of: this key is required and missing");
  EXPECT_EQ(refusal(R"({"of": "", "value": 512, "source": "a data sheet", "grade": "published"})"),
            "f.json: $.nic.mtu.without.of: expected whose figures are left out, got \"\"");
  EXPECT_EQ(refusal("512"), "f.json: $.nic.mtu.without: expected an object, got 512");
}

TEST(FieldTable, SkippedKeysAreLeftToOthersAndStayKnown) {
  Json document = good();
  document["compare"] = 3;
  EXPECT_EQ(table().check(document, "f.json", {"compare"}).text("name"), "n");
  document["conpare"] = 3;
  EXPECT_NE(
      test::refusal([&] { table().check(document, "f.json", {"compare"}); }).find("did you mean \"compare\"?"),
      std::string::npos);
}

TEST(Choice, AFileNameFitsOnlyWhereOneIsAllowed) {
  Field field{.path = "stack", .kind = FieldKind::choice, .choices = {"lean"}, .or_file = true};
  const auto answer = [&](const char* word) { return test::refusal([&] { check_value(field, word, "x"); }); };
  EXPECT_EQ(answer("my/stack"), "accepted");
  EXPECT_EQ(answer("mine.json"), "accepted");
  EXPECT_EQ(answer("leen"),
            "x: expected lean, or a file name with a '/' in it or .json at its end, got \"leen\"; did you mean "
            "\"lean\"?");
  EXPECT_NE(answer(".json"), "accepted");
  field.or_file = false;
  EXPECT_NE(answer("mine.json"), "accepted");
}

TEST(FieldTable, TheSchemaSaysWhatTheCheckSays) {
  const Json schema = table().schema();
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_EQ(schema["required"].dump(), R"(["name","nic"])");
  const Json& queues = schema["properties"]["queues"];
  EXPECT_EQ(queues["properties"]["depth"].dump(),
            R"({"type":"integer","minimum":1,"maximum":64,"default":8,"description":"How deep."})");
  EXPECT_EQ(queues["properties"]["map"].dump(), R"({"enum":["single","by_agent"],"default":"single"})");
  EXPECT_EQ(queues["required"].dump(), "[]");
  const Json& mtu = schema["properties"]["nic"]["properties"]["mtu"];
  EXPECT_EQ(mtu["properties"]["unit"].dump(), R"({"const":"bytes"})");
  EXPECT_EQ(mtu["required"].dump(), R"(["value","unit","source","grade"])");
  EXPECT_EQ(mtu["properties"]["value"].dump(), R"({"type":"integer","minimum":256,"maximum":65536})");
}

TEST(FieldTableDeathTest, APlaceIsAValueOrAnObjectNeverBoth) {
  FieldTable fields;
  fields.add({.path = "path.same_node"});
  EXPECT_DEATH(fields.add({.path = "path"}), "internal error");
  EXPECT_DEATH(fields.add({.path = "path.same_node"}), "internal error");
  EXPECT_DEATH(fields.add({.path = "path.same_node.x"}), "internal error");
}

}  // namespace
}  // namespace gin
