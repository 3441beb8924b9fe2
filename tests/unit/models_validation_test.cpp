#include "models/validation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "models/load.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::models {
namespace {

constexpr const char* good = R"({
  "family": "f", "source": "s", "figure": "rate", "amount": ["params.count"], "launched": true,
  "scenario": {"name": "x"}, "columns": ["launch.agents", "stack"],
  "cases": [{"id": "one", "at": [4, "lean"], "expected": 2.5},
            {"id": "two", "at": [8, "lean"], "expected": 5, "sets": "stack.proxy.decode_ns"}],
  "left_out": [{"id": "three", "why": "no such path"}]})";

ValidationTable read(const std::string& text) {
  return read_validation(parse_json(text, "t"), "t");
}
std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Validation, ATableIsReadAsItStands) {
  const ValidationTable table = read(good);
  EXPECT_EQ(table.figure, FigureKind::rate);
  EXPECT_TRUE(table.launched);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"launch.agents", "stack"}));
  ASSERT_EQ(table.cases.size(), 2U);
  EXPECT_EQ(table.cases[0].at, (std::vector<std::string>{"4", "lean"}));
  EXPECT_EQ(table.cases[0].expected, 2'500'000);
  EXPECT_EQ(table.cases[1].sets, "stack.proxy.decode_ns");
  EXPECT_EQ(table.left_out[0].why, "no such path");
  EXPECT_EQ(table.falls_short, "");
  EXPECT_EQ(read(with("\"left_out\"", "\"falls_short\": \"too slow\", \"left_out\"")).falls_short, "too slow");
}

TEST(Validation, WhatIsWrongIsRefusedWithItsPlace) {
  const std::pair<std::string, std::string> bad[] = {
      {with("\"rate\"", "\"speed\""), "t: $.figure: expected time, rate or bandwidth, got \"speed\""},
      {with("\"left_out\"", "\"leftout\""), "t: $.leftout: expected no such key, got an array of 1"},
      {with("[8, \"lean\"]", "[8]"), "t: $.cases[1].at: expected 2 values, one for each column, got an array of 1"},
      {with("2.5", "0"), "t: $.cases[0].expected: expected a number above 0 with at most six decimals, got 0"},
      {with("2.5", "2.1234567"),
       "t: $.cases[0].expected: expected a number above 0 with at most six decimals, got 2.1234567"},
      {with("\"left_out\"", "\"falls_short\": \"\", \"left_out\""), "t: $.falls_short: expected a text, got \"\""},
      {with("\"source\": \"s\", ", ""), "t: $.source: expected a value, got nothing"},
  };
  for (const auto& [text, sentence] : bad) EXPECT_EQ(test::refusal([&text = text] { read(text); }), sentence);
}

/// "profile.nic.mtu_bytes" is nic.mtu_bytes of a profile.
bool is_number(const std::string& path) {
  const auto known = [&](const FieldTable& table, const std::string& prefix) {
    if (!path.starts_with(prefix)) return false;
    const Field* const field = table.find(path.substr(prefix.size()));
    return field && field->kind == FieldKind::quantity;
  };
  return known(profile_fields(), "profile.") || known(stack_fields(), "stack.");
}

TEST(ShippedValidation, EveryCaseHasANameOfItsOwnAndCalibrationNamesANumber) {
  for (const ValidationTable& table : shipped_validation()) {
    std::set<std::string> names;
    for (const ValidationCase& one : table.cases) {
      EXPECT_TRUE(names.insert(one.id).second) << table.name << ": " << one.id << " stands twice";
      EXPECT_TRUE(one.sets.empty() || is_number(one.sets)) << table.name << ": " << one.sets;
    }
    EXPECT_FALSE(table.cases.empty()) << table.name;
  }
}

}  // namespace
}  // namespace gin::models
