// Every table is of a family that names it, and a family without a table says why.
#include "models/families.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/validation.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::models {
namespace {

std::vector<Family> families_of(const std::string& family) {
  return read_families(parse_json("{\"families\": [" + family + "]}", "f"), "f");
}

TEST(Families, OneWithoutATableSaysWhyAndOneWithATableWhatItMeasures) {
  const Family covered =
      families_of(R"({"name": "n", "measures": "m", "source": "s", "tables": ["t", "u"]})").at(0);
  EXPECT_EQ(covered.measures, "m");
  EXPECT_EQ(covered.tables, (std::vector<std::string>{"t", "u"}));
  EXPECT_EQ(covered.uncovered, "");
  const Family open = families_of(R"({"name": "n", "source": "s", "uncovered": "no such machine"})").at(0);
  EXPECT_EQ(open.uncovered, "no such machine");
  const std::pair<std::string, std::string> bad[] = {
      {R"({"name": "n", "source": "s"})", "f: $.families[0].uncovered: expected a value, got nothing"},
      {R"({"name": "n", "source": "s", "measures": "m", "tables": ["t"], "uncovered": "w"})",
       "f: $.families[0].uncovered: expected no such key, got \"w\""},
      {R"({"name": "n", "source": "s", "tables": ["t"]})",
       "f: $.families[0].measures: expected a value, got nothing"},
  };
  for (const auto& [text, sentence] : bad)
    EXPECT_EQ(test::refusal([&text = text] { families_of(text); }), sentence);
}

TEST(ShippedFamilies, NameEveryTableOnceWithTheFamilyThatTheTableSays) {
  std::map<std::string, std::string> said;
  std::set<std::string> names;
  for (const Family& family : shipped_families()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name << " stands twice";
    for (const std::string& table : family.tables)
      EXPECT_TRUE(said.emplace(table, family.name).second) << table << " stands twice";
  }
  std::map<std::string, std::string> tables;
  for (const ValidationTable& table : shipped_validation()) tables[table.name] = table.family;
  EXPECT_EQ(said, tables);
}

}  // namespace
}  // namespace gin::models
