// Tables must be aligned as text and remain one table to a reader of Markdown.
#include "reports/base/table.hpp"

#include <gtest/gtest.h>

namespace gin::reports {
namespace {

TEST(Table, ColumnsAreAlignedAsPlainText) {
  Table table({{"path"}, {"p50", Align::right}});
  table.add({"gpu", "812 ns"});
  table.add({"gpu-cpu-doorbell", "4.03 us"});
  EXPECT_EQ(table.text(),
            "| path             |     p50 |\n"
            "|------------------|--------:|\n"
            "| gpu              |  812 ns |\n"
            "| gpu-cpu-doorbell | 4.03 us |\n");
}

TEST(Table, BarsAndLineEndsInCellsDoNotEndThem) {
  Table table({{"what"}});
  table.add({"a|b\nc"});
  EXPECT_EQ(table.text(),
            "| what   |\n"
            "|--------|\n"
            "| a\\|b c |\n");
}

TEST(Table, WidthCountsCharactersNotBytes) {
  Table table({{"x"}});
  table.add({"\xC3\xA9t\xC3\xA9"});
  table.add({"abc"});
  EXPECT_EQ(table.text(), "| x   |\n|-----|\n| \xC3\xA9t\xC3\xA9 |\n| abc |\n");
}

TEST(Table, ARowWithAnotherNumberOfCellsIsABug) {
  Table table({{"x"}, {"y"}});
  EXPECT_DEATH(table.add({"one"}), "columns_");
}

}  // namespace
}  // namespace gin::reports
