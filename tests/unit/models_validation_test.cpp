#include "models/validation.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/refusal.hpp"

namespace gin::models {
namespace {

constexpr const char* good_table = R"({
  "family": "f", "source": "s", "figure": "rate", "amount": ["params.count", 3, 4], "launched": true, "besides_us": 5.2,
  "scenario": {"name": "x"}, "columns": ["launch.agents", "stack"],
  "cases": [{"id": "one", "at": [4, "lean"], "expected": 2.5},
            {"id": "two", "at": [8, "lean"], "expected": 5, "sets": "stack.proxy.decode_ns"}],
  "left_out": [{"id": "three", "why": "no such path"}]})";

ValidationTable read_table(const std::string& text) {
  return read_validation(parse_json(text, "t"), "t");
}
std::string table_with(const std::string& from, const std::string& to) {
  std::string text = good_table;
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Validation, ATableIsReadAsItStands) {
  const ValidationTable table = read_table(good_table);
  EXPECT_EQ(table.figure, FigureKind::rate);
  EXPECT_TRUE(table.launched);
  EXPECT_EQ(table.besides, Duration{5'200'000});
  EXPECT_EQ(read_table(table_with(", \"besides_us\": 5.2", "")).besides, Duration{});
  EXPECT_EQ(table.amount.constant, 12);
  EXPECT_EQ(table.amount.names, std::vector<std::string>{"params.count"});
  EXPECT_EQ(table.columns, (std::vector<std::string>{"launch.agents", "stack"}));
  ASSERT_EQ(table.cases.size(), 2U);
  EXPECT_EQ(table.cases[0].at, (std::vector<std::string>{"4", "lean"}));
  EXPECT_EQ(table.cases[0].expected, 2'500'000);
  EXPECT_EQ(table.cases[1].sets, "stack.proxy.decode_ns");
  EXPECT_EQ(table.left_out[0].why, "no such path");
  EXPECT_EQ(table.falls_short, "");
  EXPECT_EQ(read_table(table_with("\"left_out\"", "\"falls_short\": \"too slow\", \"left_out\"")).falls_short,
            "too slow");
}

TEST(Validation, SixDecimalsAreReadHoweverMuchIsBeforeThem) {
  EXPECT_EQ(read_table(table_with("2.5", "13206.664062")).cases[0].expected, 13'206'664'062);
  EXPECT_EQ(read_table(table_with("2.5", "90000000")).cases[0].expected, 90'000'000'000'000);
  EXPECT_EQ(test::refusal([] { read_table(table_with("2.5", "900000000")); }),
            "t: $.cases[0].expected: expected a number above 0 with at most six decimals, got 900000000");
}

TEST(Validation, ATableHasCases) {
  std::string text = good_table;
  text.erase(text.find("{\"id\": \"one\""), text.find("],\n  \"left_out\"") - text.find("{\"id\": \"one\""));
  EXPECT_EQ(test::refusal([&] { read_table(text); }), "t: $.cases: expected an array of cases, got none");
}

TEST(Validation, WhatIsWrongIsRefusedWithItsPlace) {
  const std::pair<std::string, std::string> bad[] = {
      {table_with("\"rate\"", "\"speed\""), "t: $.figure: expected time, rate or bandwidth, got \"speed\""},
      {table_with("5.2", "0"), "t: $.besides_us: expected a number above 0 with at most six decimals, got 0"},
      {table_with("3, 4", "0"), "t: $.amount[1]: expected a name or a whole number from 1 to 1099511627776, got 0"},
      {table_with("3, 4", "2.5"),
       "t: $.amount[1]: expected a name or a whole number from 1 to 1099511627776, got 2.5"},
      {table_with("3, 4", "1099511627776, 1099511627776"),
       "t: $.amount[2]: expected constants whose product fits into 63 bits, got 1099511627776"},
      {table_with("\"left_out\"", "\"leftout\""), "t: $.leftout: expected no such key, got an array of 1"},
      {table_with("[8, \"lean\"]", "[8]"),
       "t: $.cases[1].at: expected 2 values, one for each column, got an array of 1"},
      {table_with("2.5", "0"),
       "t: $.cases[0].expected: expected a number above 0 with at most six decimals, got 0"},
      {table_with("2.5", "2.1234567"),
       "t: $.cases[0].expected: expected a number above 0 with at most six decimals, got 2.1234567"},
      {table_with("\"left_out\"", "\"falls_short\": \"\", \"left_out\""),
       "t: $.falls_short: expected a text, got \"\""},
      {table_with("stack.proxy.decode_ns", "stack.proxy.decode"),
       "t: $.cases[1].sets: expected a number of a profile or stack, such as profile.nic.mtu_bytes, got "
       "\"stack.proxy.decode\""},
      {table_with("\"two\"", "\"one\""), "t: $.cases[1].id: expected a name that no other case has, got \"one\""},
      {table_with("\"source\": \"s\", ", ""), "t: $.source: expected a value, got nothing"},
  };
  for (const auto& [text, sentence] : bad) EXPECT_EQ(test::refusal([&text = text] { read_table(text); }), sentence);
}

TEST(Amount, IsTheProductOfConstantsAndOfWhatIsNamed) {
  const auto seven = [](const std::string&) { return std::int64_t{7}; };
  const auto huge = [](const std::string&) { return INT64_MAX / 2; };
  const auto none = [](const std::string&) { return std::int64_t{0}; };
  EXPECT_EQ(product({}, seven), 1);
  EXPECT_EQ(product({.constant = 6, .names = {"a", "b"}}, seven), 294);
  const std::string wrong = "$.amount: expected values above 0 whose product fits into 63 bits, got others";
  EXPECT_EQ(test::refusal([&] { product({.constant = 3, .names = {"a"}}, huge); }), wrong);
  EXPECT_EQ(test::refusal([&] { product({.constant = 3, .names = {"a"}}, none); }), wrong);
}

}  // namespace
}  // namespace gin::models
