// Waiting ends when it should, in time where there is a deadline.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/comparisons.hpp"
#include "tests/conformance/programs/deadlines.hpp"

namespace gin::conformance {
namespace {

class Awaiting : public Conformance {
 protected:
  trace::Row expect_end(const char* call, const char* status) {
    param("call", call);
    param("status", status);
    return expect_right<Deadlines>();
  }
  /// Waits that end late by more than a look at the word are late.
  void expect_in_time(const trace::Row& row) {
    if (!on().is_virtual()) return;
    ASSERT_EQ(row.samples_ps.size(), 1u);
    EXPECT_GE(row.samples_ps[0], 50'000'000);
    // A stream starts and ends with its CPU.
    EXPECT_LT(row.samples_ps[0], on().on_host() ? 62'000'000 : 52'000'000);
  }
};
INSTANTIATE_TEST_SUITE_P(On, Awaiting, testing::ValuesIn(every_harness()), name_of);

TEST_P(Awaiting, Words32BitsWideEndsByEveryComparison) {
  expect_right<Comparisons<std::int32_t>>();
}
TEST_P(Awaiting, Words64BitsWideEndsByEveryComparison) {
  expect_right<Comparisons<std::uint64_t>>();
}

TEST_P(Awaiting, TestOf32BitsSeesEveryComparison) {
  param("tests", "yes");
  expect_right<Comparisons<std::uint32_t>>();
}
TEST_P(Awaiting, TestOf64BitsSeesEveryComparison) {
  param("tests", "yes");
  expect_right<Comparisons<std::int64_t>>();
}

TEST_P(Awaiting, ASignalThatNeverComesEndsAtTheDeadline) {
  const trace::Row row = expect_end("signal_wait_until", "timed_out");
  expect_in_time(row);
  EXPECT_EQ(counter(row, "deadlines_missed"), scenario.n_pes() * scenario.launch.agents);
}
TEST_P(Awaiting, AWordOf32BitsThatNeverChangesEndsAtTheDeadline) {
  expect_in_time(expect_end("wait_until_32", "timed_out"));
}
TEST_P(Awaiting, AWordOf64BitsThatNeverChangesEndsAtTheDeadline) {
  expect_in_time(expect_end("wait_until_64", "timed_out"));
}

TEST_P(Awaiting, WhatComesInTimeIsFoundWithADeadlineToo) {
  param("comes", "yes");
  param("within_ns", std::int64_t{10'000'000'000});
  for (const char* call : {"signal_wait_until", "wait_until_32", "wait_until_64"}) {
    const trace::Row row = expect_end(call, "ok");
    EXPECT_EQ(counter(row, "deadlines_missed"), 0) << call;
  }
}

TEST_P(Awaiting, QuietWithTimeEnoughIsOk) {
  param("within_ns", std::int64_t{10'000'000'000});
  param("bytes", std::int64_t{100'000});
  expect_end("quiet", "ok");
}

TEST_P(Awaiting, QuietThatTimesOutLosesNothing) {
  if (!on().is_virtual()) GTEST_SKIP() << "a machine may be faster than any deadline";
  lean_on_times();
  param("within_ns", std::int64_t{500});
  param("bytes", std::int64_t{1} << 20);
  // A system fence has no deadline: stores are always drained.
  const bool stores_only = on().reaches_node() && on().cluster.nodes == 1;
  if (stores_only)
    expect_end("quiet", "ok");
  else if (on().name.find("PointerWithin") == std::string::npos)
    expect_end("quiet", "timed_out");
}

}  // namespace
}  // namespace gin::conformance
