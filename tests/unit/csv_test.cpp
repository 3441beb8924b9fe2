// The flat table of a result, cell by cell.
#include "reports/text/csv.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

using Cells = std::vector<std::vector<std::string>>;

/// A reader of RFC 4180 that knows nothing of the writer.
Cells cells_of(const std::string& text) {
  Cells lines(1, std::vector<std::string>(1));
  bool open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && open && i + 1 < text.size() && text[i + 1] == '"') {
      lines.back().back() += text[++i];
    } else if (c == '"') {
      open = !open;
    } else if (c == ',' && !open) {
      lines.back().emplace_back();
    } else if (c == '\n' && !open) {
      lines.emplace_back(1);
    } else {
      lines.back().back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

std::string cell(const Cells& lines, std::size_t row, const std::string& column) {
  const auto at = std::ranges::find(lines.front(), column);
  return at == lines.front().end() ? "no column" : lines[row + 1][static_cast<std::size_t>(at - lines[0].begin())];
}

TEST(Csv, HasALinePerRowWithItsPlaceAndItsTimes) {
  trace::Row slow = made::row({{"path", "proxy"}, {"bytes", "8"}}, 9);
  slow.samples_ps = {9, 7, 30};
  const Cells lines = cells_of(to_csv(made::result({made::row({{"path", "gpu"}, {"bytes", "8"}}, 5), slow})));
  ASSERT_EQ(lines.size(), 3u);
  for (const auto& line : lines) EXPECT_EQ(line.size(), lines.front().size());
  EXPECT_EQ(cell(lines, 0, "scenario"), "put_latency");
  EXPECT_EQ(cell(lines, 1, "axis_path"), "proxy");
  EXPECT_EQ(cell(lines, 1, "axis_bytes"), "8");
  EXPECT_EQ(cell(lines, 1, "p50_ps"), "9");
  EXPECT_EQ(cell(lines, 1, "p99_ps"), "30");
  EXPECT_EQ(cell(lines, 1, "min_ps"), "7");
  EXPECT_EQ(cell(lines, 1, "max_ps"), "30");
  EXPECT_EQ(cell(lines, 1, "samples"), "3");
  EXPECT_EQ(cell(lines, 1, "verified"), "true");
  EXPECT_EQ(cell(lines, 1, "bracket"), "visible");
}

TEST(Csv, ParametersAndOverridesHaveAColumnEach) {
  trace::Row base = made::row({{"bytes", "8"}}, 5);
  base.params = {{"bytes", "8"}, {"order", "rows"}};
  trace::Row changed = base;
  changed.overrides = {{"stack.proxy.post_ns", "80"}};
  const Cells lines = cells_of(to_csv(made::result({base, changed})));
  EXPECT_EQ(cell(lines, 0, "param_order"), "rows");
  EXPECT_EQ(cell(lines, 1, "param_bytes"), "8");
  EXPECT_EQ(cell(lines, 0, "set_stack.proxy.post_ns"), "");
  EXPECT_EQ(cell(lines, 1, "set_stack.proxy.post_ns"), "80");
}

TEST(Csv, WhatAListOfARowDoesNotNameIsNoughtAndWhatNobodyCountedIsEmpty) {
  trace::Row first = made::row({{"path", "gpu"}}, 5, {{"nic.wire", 3, 1}, {"agent.call", 2, 1}});
  first.by_path = {{"gpu", 4, 256}};
  trace::Row second = made::row({{"path", "proxy"}}, 5, {{"proxy.post", 5, 1}});
  second.by_path = {{"proxy", 2, 128}};
  const trace::Row third = made::row({{"path", "host"}}, 5);
  const Cells lines = cells_of(to_csv(made::result({first, second, third})));
  EXPECT_EQ(cell(lines, 0, "critical_path_nic.wire_ps"), "3");
  EXPECT_EQ(cell(lines, 1, "critical_path_nic.wire_ps"), "0");
  EXPECT_EQ(cell(lines, 2, "critical_path_nic.wire_ps"), "");
  EXPECT_EQ(cell(lines, 1, "by_path_proxy_bytes"), "128");
  EXPECT_EQ(cell(lines, 0, "by_path_proxy_operations"), "0");
  EXPECT_EQ(cell(lines, 2, "by_path_gpu_bytes"), "");
  EXPECT_EQ(cell(lines, 0, "bound_ps"), "");
}

TEST(Csv, TextWithCommasQuotesAndLineEndsStaysOneCell) {
  trace::Row row = made::row({{"path", " same_node=gpu, \"other\"\nnode "}}, 5);
  row.layers = {"cut at 4 KiB", "numbered"};
  const Cells lines = cells_of(to_csv(made::result({row})));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(cell(lines, 0, "axis_path"), " same_node=gpu, \"other\"\nnode ");
  EXPECT_EQ(cell(lines, 0, "layers"), "cut at 4 KiB; numbered");
}

TEST(Csv, AResultWithoutRowsIsItsColumns) {
  EXPECT_EQ(cells_of(to_csv(made::result({}))).size(), 1u);
}

}  // namespace
}  // namespace gin::reports
