// A line of points.jsonl: flat for a data frame, whole for us.
#include "sweep/point_line.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/trace/row_json.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::sweep {
namespace {

trace::Row full_row() {
  trace::Row row = made::row({{"path", "gpu"}, {"bytes", "8"}, {"fetch", "0.5"}}, 5, {{"nic.wire", 5, 2}});
  row.samples_ps = {5, 9, 5};
  row.by_path = {{"gpu", 1, 8}};
  row.counters = {{"puts", 1}};
  row.layers = {"cut at 4 KiB"};
  row.mismatch = "block[0]: expected\n\"7\", got 0";
  return row;
}

TEST(PointLine, BringsTheRowBackAsItWas) {
  const std::string line = line_of(3, PointState::wrong, "wrong\ndata", full_row());
  EXPECT_EQ(line.find('\n'), line.npos);
  const PointLine read = read_point_line(line, "l");
  EXPECT_EQ(read.point, 3u);
  EXPECT_EQ(read.state, PointState::wrong);
  EXPECT_EQ(read.reason, "wrong\ndata");
  ASSERT_TRUE(read.row);
  EXPECT_EQ(trace::row_to_json(*read.row), trace::row_to_json(full_row()));
}

TEST(PointLine, HasItsAxesAsColumnsAndNumbersAsNumbers) {
  const Json line = Json::parse(line_of(3, PointState::done, "", full_row()));
  EXPECT_EQ(line["point"], 3);
  EXPECT_EQ(line["state"], "done");
  EXPECT_EQ(line["axis_path"], "gpu");
  EXPECT_EQ(line["axis_bytes"], 8);
  EXPECT_EQ(line["axis_fetch"].dump(), "0.5");
  EXPECT_EQ(line["p50_ps"], 5);
}

TEST(PointLine, AFailedPointHasAReasonAndNoRow) {
  const PointLine read = read_point_line(failed_line(7, "crashed", {{"path", "gpu"}}), "l");
  EXPECT_EQ(read.point, 7u);
  EXPECT_EQ(read.state, PointState::failed);
  EXPECT_EQ(read.reason, "crashed");
  EXPECT_FALSE(read.row);
}

TEST(PointLine, AReasonThatNamesAnOddFileIsReadAgain) {
  const PointLine read = read_point_line(failed_line(7, "a\x1b[31m\xff.json: none", {}), "l");
  EXPECT_EQ(read.reason, "a\\x1b[31m\\xff.json: none");
}

}  // namespace
}  // namespace gin::sweep
