// Tables that people read and scripts cut: names to the left, texts broken beside them.
#include <gtest/gtest.h>

#include "cli/console.hpp"
#include "cli/field_text.hpp"

namespace gin::cli {
namespace {

TEST(TwoColumns, AlignsTextsAndKeepsBlanksBeforeNames) {
  EXPECT_EQ(two_columns({{"emulated", "ready"}, {"  efa", "no NIC"}}), "emulated  ready\n  efa     no NIC\n");
  EXPECT_EQ(two_columns({}), "");
}

TEST(TwoColumns, BreaksLongTextsBesideTheName) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i == 0 ? "word" : " word";
  const std::string table = two_columns({{"a", text}, {"bcd", "x"}});
  EXPECT_EQ(table.find("a    word word"), 0u) << table;
  EXPECT_NE(table.find("\n     word"), table.npos) << table;
  EXPECT_NE(table.find("\nbcd  x\n"), table.npos) << table;
}

TEST(RuleOf, NamesASourcedNumberByItsValueAlone) {
  EXPECT_EQ(rule_of({.path = "a", .kind = FieldKind::quantity, .unit = "ns", .max = 9}),
            "a number from 0 to 9 (ns).");
}

TEST(RuleOf, EndsWithTheDefault) {
  EXPECT_EQ(rule_of({.path = "a", .unit = "bytes", .min = 8, .max = 64, .default_value = 16}),
            "an integer from 8 to 64 (bytes), default 16.");
  EXPECT_EQ(rule_of({.path = "a", .kind = FieldKind::boolean, .default_value = false}),
            "true or false, default false.");
  EXPECT_EQ(rule_of({.path = "a", .kind = FieldKind::text, .default_value = ""}), "a text, default empty.");
  EXPECT_EQ(rule_of({.path = "a", .min = 1, .max = 2}), "an integer from 1 to 2.");
}

}  // namespace
}  // namespace gin::cli
