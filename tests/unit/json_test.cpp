#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/base/json_path.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin {
namespace {

using test::refusal;
using test::TemporaryFile;

std::string parse_refusal(std::string_view text) {
  return refusal([&] { parse_json(text, "x.json"); });
}

std::string file_refusal(const std::string& file) {
  return refusal([&] { read_json_file(file); });
}

TEST(Json, EveryKindOfValueSurvivesReading) {
  const Json document =
      parse_json(R"({"z": [1, -2, 2.5, "t\u00e9xt"], "a": {"b": true, "c": null}, "e": [[], {}]})", "x");
  EXPECT_EQ(document.dump(), "{\"z\":[1,-2,2.5,\"t\u00e9xt\"],\"a\":{\"b\":true,\"c\":null},\"e\":[[],{}]}");
}

TEST(Json, KeysKeepTheirOrder) {
  EXPECT_EQ(parse_json(R"({"zebra": 1, "ape": 2, "mole": 3})", "x").begin().key(), "zebra");
}

TEST(Json, TheLargestIntegersKeepEveryDigit) {
  EXPECT_EQ(parse_json("[9223372036854775807, -9223372036854775808, 18446744073709551615]", "x").dump(),
            "[9223372036854775807,-9223372036854775808,18446744073709551615]");
}

TEST(Json, ABrokenDocumentIsRefusedWithLineColumnAndPlace) {
  EXPECT_EQ(parse_refusal("{\"a\": 1,\n \"b\": tru}"),
            "x.json: $.b: broken JSON at line 2, column 10: invalid literal");
  EXPECT_EQ(parse_refusal("{\"a\": [1, 2,]}"),
            "x.json: $.a[2]: broken JSON at line 1, column 13: unexpected ']'; expected '[', '{', or a literal");
  EXPECT_EQ(parse_refusal("{\"a\": {\"b\": 1}"),
            "x.json: $: broken JSON at line 1, column 15: unexpected end of input; expected '}'");
}

TEST(Json, SomethingAfterTheValueIsRefused) {
  EXPECT_EQ(parse_refusal("{} {}"),
            "x.json: $: broken JSON at line 1, column 4: unexpected '{'; expected end of input");
}

TEST(Json, AKeyGivenTwiceIsRefusedAtItsPlace) {
  EXPECT_EQ(parse_refusal(R"({"a": [{"b": 1}, {"b": 1, "c d": 2, "c d": 3}]})"),
            "x.json: $.a[1][\"c d\"]: this key is given twice; keep one");
}

TEST(Json, TheSameKeyInTwoObjectsIsNotTwice) {
  EXPECT_EQ(parse_json(R"({"a": {"a": {"a": 1}}, "b": {"a": 1}})", "x").size(), 2u);
}

TEST(Json, NumbersThatNoDoubleHoldsAreRefused) {
  EXPECT_EQ(parse_refusal("[1e400]"),
            "x.json: $[0]: broken JSON at line 1, column 6: number overflow parsing '1e400'");
  EXPECT_NE(parse_refusal("[NaN]").find("invalid literal"), std::string::npos);
}

TEST(Json, SixtyFourLevelsAreReadAndOneMoreIsRefused) {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(parse_json(deep, "x").size(), 1u);
  EXPECT_NE(parse_refusal("[" + deep + "]").find("expected at most 64 levels of nesting, got more"),
            std::string::npos);
}

TEST(Json, BytesThatAreNotTextAreRefused) {
  EXPECT_NE(parse_refusal("[\"\xff\"]").find("ill-formed UTF-8"), std::string::npos);
}

TEST(Json, WhatStandsBehindANulIsNotLost) {
  EXPECT_NE(parse_refusal(std::string("{}\0{\"a\": 1}", 11)).find("expected JSON, got a NUL byte at offset 2"),
            std::string::npos);
}

TEST(Json, TextsThatSteerATerminalAreRefused) {
  EXPECT_EQ(parse_refusal(R"({"name": "\u001b[31mred"})"),
            "x.json: $.name: expected text, got one with a character that steers a terminal, U+001B, in "
            "\"\\u001b[31mred\"");
  for (const char* text : {R"(["\u0000"])", R"(["\u007f"])", R"(["\u009b"])", R"({"\u0007": 1})"})
    EXPECT_NE(parse_refusal(text).find("steers a terminal"), std::string::npos) << text;
  EXPECT_EQ(parse_json(R"(["a\nb\tc\u00e9"])", "x").size(), 1u);
}

TEST(Json, ANumberOfAMillionDigitsIsRefusedWithoutThem) {
  EXPECT_EQ(parse_refusal("[1" + std::string(1'000'000, '0') + "]").size() < 300, true);
  EXPECT_EQ(parse_refusal("[0." + std::string(1'000'000, '1') + "]"),
            "x.json: $[0]: expected a number of at most 64 characters, got one of 1000002");
}

TEST(Json, HundredsOfThousandsOfKeysAreReadInAMoment) {
  std::string text = "{";
  for (int i = 0; i < 300'000; ++i) text.append("\"").append(std::to_string(i)).append("\":0,");
  EXPECT_EQ(parse_json(text + "\"last\":0}", "x").size(), 300'001u);
}

TEST(Json, AFileIsReadWhole) {
  const TemporaryFile file("good.json", "[1, 2, 3]\n");
  EXPECT_EQ(read_json_file(file.path()).dump(), "[1,2,3]");
}

TEST(Json, AMissingFileADirectoryAndAnEmptyFileEachGetTheirSentence) {
  const TemporaryFile empty("empty.json", "");
  EXPECT_EQ(file_refusal("no/such.json"), "no/such.json: expected a JSON file, found none; check the name");
  EXPECT_EQ(file_refusal(empty.folder()),
            empty.folder() + ": expected a JSON file, got a directory; name a file in it");
  EXPECT_EQ(file_refusal(empty.path()), empty.path() + ": expected JSON, got nothing: it is empty");
  EXPECT_NE(file_refusal("/dev/zero").find("got a pipe or a device"), std::string::npos);
}

TEST(JsonPath, OddKeysAreQuotedAndEverythingStaysShort) {
  EXPECT_EQ((JsonPath() / "a-b" / std::size_t{3} / "nic.mtu").text(), "$.a-b[3][\"nic.mtu\"]");
  EXPECT_EQ((JsonPath() / "a\nb").text(), "$[\"a\\nb\"]");
  EXPECT_LT((JsonPath() / std::string(1000, 'x')).text().size(), 100u);
}

TEST(Shown, ValuesReadAsWrittenAndLongOnesAreCutBetweenCharacters) {
  EXPECT_EQ(shown(Json("two")), "\"two\"");
  EXPECT_EQ(shown(Json(2.5)), "2.5");
  EXPECT_EQ(shown(parse_json("[1, 2]", "x")), "an array of 2");
  EXPECT_EQ(shown(parse_json("{}", "x")), "an empty object");
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "\u00e9";
  EXPECT_EQ(shown(Json("x" + accents)).find("\ufffd"), std::string::npos);
  EXPECT_EQ(in_quotes("\xff"), "\"\ufffd\"");
}

}  // namespace
}  // namespace gin
