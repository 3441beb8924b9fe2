// The whole page as its reader sees it, and what must stand on it or stay away from it.
#include "reports/text/markdown.hpp"

#include <gtest/gtest.h>

#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::reports {
namespace {

trace::Result small_result() {
  trace::Row with_signal = made::row({{"signalling", "put_signal"}, {"bytes", "8"}}, 0,
                                     {{"nic.wire", 1'300'000, 2}, {"gpu.build", 200'125, 1}});
  with_signal.samples_ps = {1'500'125, 1'500'125, 1'600'000};
  with_signal.by_path = {{"gpu", 4, 64}};
  with_signal.by_link = {{"nic", 4, 320}};
  with_signal.counters = {{"doorbells", 4}, {"ring_full_stalls", 0}};
  trace::Row with_flag =
      made::row({{"signalling", "put_quiet_flag"}, {"bytes", "8"}}, 0,
                {{"nic.acknowledge", 1'200'000, 1}, {"nic.wire", 1'300'000, 2}, {"gpu.build", 400'250, 2}});
  with_flag.samples_ps = {2'900'250};
  with_flag.signalling = "put_quiet_flag";
  with_flag.by_path = {{"gpu", 8, 64}};
  with_flag.by_link = {{"nic", 8, 640}};
  with_flag.counters = {{"doorbells", 8}, {"ring_full_stalls", 0}};
  return made::result({with_signal, with_flag});
}

TEST(Markdown, ASmallComparisonReadsAsItShould) {
  EXPECT_EQ(to_markdown(small_result()), R"(# put_latency

One PE puts to another and waits.

## Verdict

- `put_signal` beats `put_quiet_flag` 1.93 times for bytes 8; most of the difference is
  nic.acknowledge (1.20 us of 1.40 us).

Times end when the data is visible at the target.

## Comparison

| bytes | signalling     |     p50 |     p99 |     max | ratio | verified | dominated by   |
|------:|----------------|--------:|--------:|--------:|------:|----------|----------------|
|     8 | put_signal     | 1.50 us | 1.60 us | 1.60 us | 1.00x | yes      | nic.wire, 87 % |
|     8 | put_quiet_flag | 2.90 us | 2.90 us | 2.90 us | 1.93x | yes      | nic.wire, 45 % |

ratio: p50 over that of put_signal in the same place; level: less than 5 % apart.

## Where the time went

Critical path of the last measured iteration: time, share, count. Times are rounded to three digits;
unrounded they add up to the total, which is the elapsed time to the picosecond.

| bytes | critical path   |          put_signal |      put_quiet_flag |
|------:|-----------------|--------------------:|--------------------:|
|     8 | nic.wire        | 1.30 us  87 %    x2 | 1.30 us  45 %    x2 |
|       | nic.acknowledge |                   - | 1.20 us  41 %    x1 |
|       | gpu.build       |  200 ns  13 %    x1 |  400 ns  14 %    x2 |
|       | total           |        1,500.125 ns |        2,900.250 ns |

## What was sent and counted

| bytes | counted   |      put_signal |  put_quiet_flag |
|------:|-----------|----------------:|----------------:|
|     8 | path gpu  | 4 ops      64 B | 8 ops      64 B |
|       | link nic  | 4 ops     320 B | 8 ops     640 B |
|       | doorbells |               4 |               8 |

## To run it again

- scenario put_latency, program put_latency, seed 1
- backend emulated, virtual clock, real payload
- profile h100-cx7; stack lean
- same node by path pointer, other node by path gpu; signalling put_signal and put_quiet_flag
- 2 PEs on 2 nodes, 1 agent of scope warp per PE
- ginlab 0.1.0
- digest fedcba9876543210: the same again when the run is the same
)");
}

TEST(Markdown, EqualRunsOnOtherMachinesGiveEqualPagesInVirtualTime) {
  trace::Result elsewhere = small_result();
  elsewhere.host = {"Darwin", "clang 14", 96, elsewhere.host.ginlab, "2026-02-02T02:02:02Z", 99};
  EXPECT_EQ(to_markdown(elsewhere), to_markdown(small_result()));
  elsewhere.clock = "wall";
  EXPECT_TRUE(test::holds(to_markdown(elsewhere), "- measured on Darwin, 96 cores, compiled by clang 14\n"));
}

TEST(Markdown, WrongDataStandsBeforeEverythingElse) {
  trace::Result result = small_result();
  result.rows[1].verified = false;
  result.rows[1].mismatch = "PE 1, byte 3: expected 7, got 0";
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "## Verdict\n\n**WRONG DATA** in 1 of 2 rows."));
  EXPECT_TRUE(test::holds(page, "- signalling put_quiet_flag, bytes 8: PE 1, byte 3: expected 7, got 0\n"));
  EXPECT_TRUE(test::holds(page, "| NO       |"));
  EXPECT_FALSE(test::holds(page, "beats"));
}

TEST(Markdown, PhantomRowsAreNeitherRightNorWrong) {
  trace::Result result = small_result();
  for (trace::Row& row : result.rows) {
    row.payload = "phantom";
    row.verified = false;
  }
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "| not checked |"));
  EXPECT_TRUE(test::holds(page, "Payload was phantom"));
  EXPECT_FALSE(test::holds(page, "WRONG DATA"));
  result.rows[0].payload = "real";
  result.rows[0].verified = true;
  const std::string mixed = to_markdown(result);
  EXPECT_TRUE(test::holds(mixed, "Payload of some rows was phantom"));
  EXPECT_TRUE(test::holds(mixed, "real and phantom payload\n"));
  EXPECT_FALSE(test::holds(mixed, "WRONG DATA"));
}

TEST(Markdown, ParametersAndWhatWasReplacedAreNamedWithAllTheirValues) {
  trace::Result result = small_result();
  result.rows[0].params = {{"bytes", "8"}, {"chunks", "4"}};
  result.rows[1].params = {{"bytes", "64"}, {"chunks", "4"}};
  result.rows[1].overrides = {{"stack.proxy.post_ns", "80"}};
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "- parameters: bytes 8 and 64; chunks 4\n"));
  EXPECT_TRUE(test::holds(page, "; stack lean\n- replaced in them: stack.proxy.post_ns 80\n"));
}

TEST(Markdown, WhatAnAxisVariesIsSummedUpOverAllRows) {
  trace::Result result = small_result();
  trace::Row& row = result.rows[1];
  row.pes = 128;
  row.nodes = 16;
  row.agents = 4;
  row.scope = "block";
  row.seed = 7;
  row.program = "transpose";
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "- scenario put_latency, program put_latency and transpose, seed 1 and 7\n"));
  EXPECT_TRUE(test::holds(page, "- 2 to 128 PEs on 2 to 16 nodes, 1 to 4 agents of scope warp and block per PE\n"));
}

TEST(Markdown, RowsOfDifferentBracketsEachNameTheirs) {
  trace::Result result = small_result();
  result.rows[1].bracket = trace::Bracket::acknowledged;
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "| acknowledged |"));
  EXPECT_TRUE(test::holds(page, "Rows end at different moments"));
  EXPECT_FALSE(test::holds(page, "Times end when"));
}

TEST(Markdown, TheModelsWordStandsBesideWhatWasMeasured) {
  trace::Result result = small_result();
  EXPECT_FALSE(test::holds(to_markdown(result), "predicted"));
  result.clock = "wall";
  result.rows[1].samples_ps = {1'500'000};
  result.rows[1].predicted_p50_ps = 1'000'000;
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "| predicted | measured by predicted |"));
  EXPECT_TRUE(test::holds(page, "|   1.00 us |                 1.50x |")) << page;
  EXPECT_TRUE(test::holds(page, "|         - |                     - |")) << page;
  EXPECT_TRUE(test::holds(page, "Times are measured; the predicted ones"));
  EXPECT_TRUE(test::holds(page, ": of the bytes that the run left in its windows\n"));
}

TEST(Markdown, TheBoundStandsBesideWhatWasReached) {
  trace::Result result = small_result();
  EXPECT_FALSE(test::holds(to_markdown(result), "bound"));
  result.rows[0].bound_ps = 1'000'000;
  result.rows[0].bound_by = "latency";
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "| ratio |          bound | verified |"));
  EXPECT_TRUE(test::holds(page, "| 1.00x | 1.00 us, 1.50x | yes      |")) << page;
  EXPECT_TRUE(test::holds(page, "| 1.93x |              - | yes      |")) << page;
  EXPECT_TRUE(test::holds(page, "|       | bound           |        1,000.000 ns |                   - |")) << page;
  EXPECT_TRUE(test::holds(page, "|       | bound by        |             latency |                   - |")) << page;
  EXPECT_TRUE(test::holds(page, "\nbound: what the machine alone needs"));
}

TEST(Markdown, ALoneRowSaysHowFarItIsFromItsBound) {
  trace::Row row = made::row({}, 1'500'000, {{"nic.wire", 1'500'000, 1}});
  row.bound_ps = 1'000'000;
  row.bound_by = "nic.line_in of PE 3";
  EXPECT_TRUE(test::holds(to_markdown(made::result({row})),
                          "it is 1.50 times\n  the bound of 1.00 us (nic.line_in of PE 3)."))
      << to_markdown(made::result({row}));
}

TEST(Markdown, P99AndMaxAreLeftOutWhereTheySayNothingNew) {
  trace::Result result = small_result();
  result.rows[0].samples_ps = {1'500'125, 1'500'126};
  const std::string page = to_markdown(result);
  EXPECT_TRUE(test::holds(page, "|     p50 | ratio |"));
  EXPECT_TRUE(test::holds(page, "\np50: p99 and max are the same to three digits.\n"));
}

TEST(Markdown, LevelRowsAreMarkedInTheTable) {
  trace::Result result = small_result();
  result.rows[1].samples_ps = {1'530'000};
  EXPECT_TRUE(test::holds(to_markdown(result), "level 1.02x"));
}

TEST(Markdown, TheRestOfALongCriticalPathIsOneLine) {
  trace::Row row = made::row({}, 100);
  for (std::int64_t i = 0; i < 8; ++i) row.critical_path.push_back({"item" + std::to_string(i), 20 - i, 2});
  row.critical_path_total_ps = 8 * 20 - 28;
  const std::string page = to_markdown(made::result({row}));
  EXPECT_TRUE(test::holds(page, "| item4           |"));
  EXPECT_FALSE(test::holds(page, "item5"));
  // 15 + 14 + 13 of 132.
  EXPECT_TRUE(test::holds(page, "| other (3 items) | 42 ps  32 %    x6 |"));
  EXPECT_TRUE(test::holds(page, "| total           |          0.132 ns |"));
}

TEST(Markdown, MoreContestantsThanFitGetATableOfTheirOwn) {
  std::vector<trace::Row> rows;
  for (const char* stack : {"s1", "s2", "s3", "s4", "s5"}) {
    rows.push_back(made::row({{"stack", stack}}, 100, {{"nic.wire", 100, 1}}));
  }
  const std::string page = to_markdown(made::result(rows));
  const auto first = page.find("| critical path |");
  const auto second = page.find("| critical path |", first + 1);
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(page.find("s4 |", first), second);
  EXPECT_GT(page.find("s5 |", first), second);
}

TEST(Markdown, AResultWithoutRowsSaysSo) {
  EXPECT_TRUE(test::holds(to_markdown(made::result({})), "The result has no rows: nothing was measured."));
}

TEST(Markdown, NothingIsClaimedWhereNoCriticalPathWasRecorded) {
  const std::string page = to_markdown(made::duel({{8, 1'000, 2'000}}));
  EXPECT_FALSE(test::holds(page, "Where the time went"));
  EXPECT_FALSE(test::holds(page, "difference"));
}

}  // namespace
}  // namespace gin::reports
