// The page a CI system makes of a run: what is red there is what ends the command with 1.
#include "reports/text/junit.hpp"

#include <gtest/gtest.h>

#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

trace::Result two_rows() {
  return made::result({made::row({{"path", "gpu"}, {"bytes", "8"}}, 4'030'125),
                       made::row({{"path", "proxy"}, {"bytes", "8"}}, 2'000'000'000'007)});
}

TEST(Junit, IsATestsuiteWithATestcasePerRow) {
  EXPECT_EQ(to_junit({.result = two_rows()}), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="0" errors="0" skipped="0" time="2.000004030132">
  <testsuite name="put_latency" tests="2" failures="0" errors="0" skipped="0" time="2.000004030132">
    <properties>
      <property name="ginlab" value="0.1.0"/>
      <property name="backend" value="emulated"/>
      <property name="clock" value="virtual"/>
      <property name="digest" value="fedcba9876543210"/>
    </properties>
    <testcase classname="put_latency" name="path gpu, bytes 8" time="0.000004030125"/>
    <testcase classname="put_latency" name="path proxy, bytes 8" time="2.000000000007"/>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, TheOnlyRowIsCalledSo) {
  EXPECT_TRUE(test::holds(to_junit({.result = made::result({made::row({}, 5)})}), R"(name="the only row")"));
}

TEST(Junit, WrongDataIsAFailureOfItsRow) {
  trace::Result result = two_rows();
  result.rows[1].verified = false;
  result.rows[1].mismatch = "PE 1: block[0]: expected <7>, got \"0\"";
  const std::string text = to_junit({.result = result});
  EXPECT_TRUE(test::holds(text, R"(<testsuites tests="2" failures="1" errors="0" skipped="0")"));
  EXPECT_TRUE(test::holds(text, R"(bytes 8" time="2.000000000007">
      <failure type="wrong data" message="PE 1: block[0]: expected &lt;7&gt;, got &quot;0&quot;">PE 1)"));
  EXPECT_TRUE(test::holds(text, "got \"0\"</failure>\n    </testcase>\n"));
}

TEST(Junit, DataThatNobodyWasToCheckIsNoFailureAndDataThatNobodyCheckedIs) {
  trace::Result result = two_rows();
  for (trace::Row& row : result.rows) row.verified = false;
  result.rows[0].payload = "phantom";
  const std::string text = to_junit({.result = result});
  EXPECT_TRUE(test::holds(text, R"(failures="1")"));
  EXPECT_TRUE(test::holds(text, R"(message="the data was not verified")"));
}

TEST(Junit, DifferencesFromAGoldenFileAreFailuresWhereTheyWereFound) {
  const GoldenDifferences golden{.of_rows = {{}, {"digest: expected a, got b", "p50_ps: expected 1, got 2"}},
                                 .of_run = {"row path=x: expected such a row, got none"}};
  const std::string text = to_junit({.result = two_rows(), .golden = golden});
  EXPECT_TRUE(test::holds(text, R"(<testsuites tests="3" failures="2" errors="0" skipped="0")"));
  EXPECT_TRUE(test::holds(text, R"(name="path proxy, bytes 8" time="2.000000000007">
      <failure type="difference" message="digest: expected a, got b">digest: expected a, got b
p50_ps: expected 1, got 2</failure>)"));
  EXPECT_TRUE(test::holds(text, R"(name="golden file" time="0.000000000000">
      <failure type="difference" message="row path=x: expected such)"));
}

TEST(Junit, TheGoldenFileIsATestcaseAlsoWhenNothingDiffers) {
  const GoldenDifferences golden{.of_rows = {{}, {}}, .of_run = {}};
  const std::string text = to_junit({.result = two_rows(), .golden = golden});
  EXPECT_TRUE(test::holds(text, R"(<testsuites tests="3" failures="0" errors="0" skipped="0")"));
  EXPECT_TRUE(test::holds(text, R"(name="golden file" time="0.000000000000"/>)"));
}

TEST(Junit, WrongDataComesBeforeTheDifferencesItMakes) {
  trace::Result result = two_rows();
  result.rows[0].verified = false;
  result.rows[0].mismatch = "PE 1: wrong";
  const GoldenDifferences golden{.of_rows = {{"digest: other"}, {}}, .of_run = {}};
  const std::string text = to_junit({.result = result, .golden = golden});
  EXPECT_TRUE(test::holds(
      text, "<failure type=\"wrong data\" message=\"PE 1: wrong\">PE 1: wrong\ndigest: other</failure>"));
}

TEST(Junit, ARowThatFailedIsAnErrorAndThoseAfterItAreSkipped) {
  trace::Result before = two_rows();
  before.rows.pop_back();
  const std::string text =
      to_junit({.result = before,
                .golden = GoldenDifferences{.of_rows = {{}}, .of_run = {"noise"}},
                .unfinished = {{{"path", "proxy"}, {"bytes", "8"}}, {{"path", "gpu"}, {"bytes", "9"}}},
                .diagnosis = "row path=proxy: hang\nPE 0 waits\x01"});
  EXPECT_TRUE(
      test::holds(text, R"(<testsuites tests="4" failures="0" errors="1" skipped="2" time="0.000004030125")"));
  EXPECT_TRUE(test::holds(text, R"(name="path gpu, bytes 8" time="0.000004030125"/>)"));
  EXPECT_TRUE(test::holds(text, R"(name="path proxy, bytes 8" time="0.000000000000">
      <error type="failed" message="row path=proxy: hang">row path=proxy: hang
PE 0 waits)"
                                "\xEF\xBF\xBD</error>"));
  EXPECT_TRUE(test::holds(text, R"(name="path gpu, bytes 9" time="0.000000000000">
      <skipped message="not run: an earlier row failed"/>)"));
  EXPECT_TRUE(test::holds(text, R"(name="golden file" time="0.000000000000">
      <skipped message="not compared as a whole: a row failed"/>)"));
  EXPECT_FALSE(test::holds(text, "noise"));
}

}  // namespace
}  // namespace gin::reports
