// Two runs side by side: what is refused, what counts as a difference, in which order, and what was changed.
#include "reports/compare/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::reports {
namespace {

using made::ns;

NamedRun run_a(trace::Result result) {
  return {.letter = "A", .file = "a.json", .result = std::move(result)};
}
NamedRun run_b(trace::Result result) {
  return {.letter = "B", .file = "b.json", .result = std::move(result)};
}

trace::Result rows(const std::vector<std::int64_t>& p50_ns) {
  std::vector<trace::Row> all;
  for (std::size_t i = 0; i < p50_ns.size(); ++i)
    all.push_back(made::row({{"bytes", std::to_string(8 << i)}}, p50_ns[i] * ns));
  return made::result(std::move(all));
}

std::string page(const trace::Result& a, const trace::Result& b) {
  return to_markdown({run_a(a), run_b(b)});
}

std::string refused(const trace::Result& a, const trace::Result& b) {
  return test::refusal([&] { side_by_side(run_a(a), run_b(b)); });
}

TEST(Compare, TheLargestDifferenceStandsFirstWhicheverWayItGoes) {
  EXPECT_EQ(page(rows({1'000, 1'000, 3'000, 1'000, 1'000}), rows({1'500, 1'000, 1'000, 1'030, 1'200})),
            R"(# put_latency: A and B

- A: a.json: put_latency, backend emulated, virtual clock, ginlab 0.1.0
- B: b.json: put_latency, backend emulated, virtual clock, ginlab 0.1.0

## B against A

- B is slower in 2 of 5 rows, 1.50 times at most (bytes 8); it is faster in 1 of 5 rows, 3.00 times
  (bytes 32).
- 1 row is level: less than 5 % apart; B takes 1.03 times as long.
- 1 row is the same to the picosecond, sample by sample.
- Nothing that the results name was changed.

| bytes |       A |       B | B over A | what takes longer |
|------:|--------:|--------:|---------:|-------------------|
|    32 | 3.00 us | 1.00 us |    0.33x | -                 |
|     8 | 1.00 us | 1.50 us |    1.50x | -                 |
|   128 | 1.00 us | 1.20 us |    1.20x | -                 |

Times are p50. Less than 5 % apart is level: no more is claimed of a model or a machine.
)");
}

TEST(Compare, ExchangedRunsTurnEverySentenceAround) {
  const auto a = rows({1'000, 1'000, 3'000});
  const auto b = rows({1'500, 1'000, 1'000});
  EXPECT_TRUE(test::holds(page(a, b), "B is slower in 1 of 3 rows, 1.50 times (bytes 8); it is faster in 1"));
  EXPECT_TRUE(test::holds(page(b, a), "B is slower in 1 of 3 rows, 3.00 times (bytes 32); it is faster in 1"));
}

TEST(Compare, EqualRunsHaveNoDifference) {
  const std::string text = page(rows({1'000, 2'000}), rows({1'000, 2'000}));
  EXPECT_TRUE(test::holds(text, "- No difference beyond the noise in 2 rows.\n"));
  EXPECT_TRUE(test::holds(text, "- 2 rows are the same to the picosecond, sample by sample.\n"));
  EXPECT_FALSE(test::holds(text, "| bytes"));
}

TEST(Compare, WhatTakesLongerIsNamed) {
  trace::Result a = made::result({made::row({}, 1'000, {{"nic.wire", 1'000, 1}})});
  trace::Result b = made::result({made::row({}, 3'000, {{"nic.wire", 1'000, 1}, {"proxy.post", 2'000, 1}})});
  EXPECT_TRUE(test::holds(page(a, b), "(the only row)"));
  EXPECT_TRUE(test::holds(page(a, b), "| proxy.post (2.00 ns of 2.00 ns) |"));
  EXPECT_TRUE(test::holds(page(b, a), "| proxy.post (2.00 ns of 2.00 ns) |"));
}

TEST(Compare, RowsOfOtherWorkAreRefusedWithTheReason) {
  const auto a = rows({1'000, 2'000});
  const auto expect_refusal = [&](void (*change)(trace::Row&), const std::string& reason) {
    auto b = a;
    change(b.rows[1]);
    EXPECT_EQ(refused(a, b), "b.json: bytes 16: expected the " + reason +
                                 "; times of different work are no comparison: run one scenario twice");
  };
  expect_refusal([](trace::Row& row) { row.bracket = trace::Bracket::acknowledged; },
                 "bracket that a.json has, visible, got acknowledged");
  expect_refusal([](trace::Row& row) { row.program = "transpose"; },
                 "program that a.json has, put_latency, got transpose");
  expect_refusal(
      [](trace::Row& row) {
        row.params = {{"bytes", "8"}};
      },
      "parameters that a.json has, none, got bytes=8");
  expect_refusal([](trace::Row& row) { row.payload = "phantom"; }, "payload that a.json has, real, got phantom");
  expect_refusal([](trace::Row& row) { row.pes = 4; }, "number of PEs that a.json has, 2, got 4");
  expect_refusal([](trace::Row& row) { row.nodes = 1; }, "number of nodes that a.json has, 2, got 1");
  expect_refusal([](trace::Row& row) { row.agents = 4; }, "number of agents that a.json has, 1, got 4");
  expect_refusal([](trace::Row& row) { row.scope = "block"; }, "scope that a.json has, warp, got block");
}

TEST(Compare, RunsWithoutACommonRowAreRefused) {
  auto b = rows({1'000});
  b.rows[0].axes = {{"path", "gpu"}, {"size", "8"}};
  EXPECT_EQ(refused(rows({1'000}), b),
            "b.json: expected a row that a.json has too (rows by bytes), got none (rows by path and size); compare "
            "runs of one scenario");
  EXPECT_EQ(
      refused(made::result({}), made::result({})),
      "b.json: expected a row that a.json has too (no rows), got none (no rows); compare runs of one scenario");
}

TEST(Compare, AxesInAnotherOrderAreTheSameRow) {
  auto a = made::result({made::row({{"path", "gpu"}, {"bytes", "8"}}, 1'000)});
  auto b = made::result({made::row({{"bytes", "8"}, {"path", "gpu"}}, 1'000)});
  const NamedRun first = run_a(a);
  const NamedRun second = run_b(b);
  EXPECT_EQ(side_by_side(first, second).pairs.size(), 1U);
  EXPECT_EQ(side_by_side(second, first).pairs.size(), 1U);
}

TEST(Compare, WhatWasChangedIsNamed) {
  const auto a = rows({1'000, 2'000});
  auto b = a;
  for (trace::Row& row : b.rows) row.stack = "nvshmem-ibgda";
  b.rows[0].profile = "other";
  b.rows[0].overrides = {{"stack.proxy.post_ns", "80"}, {"stack.proxy.poll_ns", "5"}};
  b.rows[1].seed = 7;
  b.rows[1].path_other_node = "proxy";
  b.rows[1].layers = {"degraded"};
  b.host.ginlab = "0.2.0";
  b.host.system = "elsewhere";
  const NamedRun first = run_a(a);
  const NamedRun second = run_b(b);
  EXPECT_EQ(side_by_side(first, second).changes,
            (std::vector<Change>{{"ginlab", "0.1.0", "0.2.0", 0},
                                 {"profile", "h100-cx7", "other", 1},
                                 {"stack", "lean", "nvshmem-ibgda", 2},
                                 {"overrides", "", "stack.proxy.post_ns=80 stack.proxy.poll_ns=5", 1},
                                 {"path to other nodes", "gpu", "proxy", 1},
                                 {"layers", "", "degraded", 1},
                                 {"seed", "1", "7", 1}}));
  EXPECT_TRUE(
      test::holds(page(a, b), "- Changed: ginlab from 0.1.0 to 0.2.0; profile from h100-cx7 to other (1 row)"));
}

TEST(Compare, RowsOfOneRunOnlyAreListed) {
  const std::string text = page(rows({1'000, 2'000}), rows({1'000}));
  EXPECT_TRUE(test::holds(text, "- 1 row is only in A: bytes 16.\n"));
  EXPECT_TRUE(test::holds(page(rows({1'000}), rows({1'000, 2'000, 3'000})),
                          "- 2 rows are only in B: bytes 16; bytes 32.\n"));
}

TEST(Compare, WrongDataIsNoTime) {
  auto b = rows({1'000, 9'000});
  b.rows[1].verified = false;
  b.rows[1].mismatch = "PE 1, byte 3: expected 7, got 0";
  const NamedRun first = run_a(rows({1'000, 2'000}));
  const NamedRun second = run_b(b);
  const SideBySide found = side_by_side(first, second);
  ASSERT_EQ(found.not_compared.size(), 1U);
  EXPECT_TRUE(found.not_compared[0].other_is_to_blame);
  EXPECT_TRUE(test::holds(to_markdown({first, second}),
                          "- Not compared: bytes 16: wrong data in B: PE 1, byte 3: expected 7, got 0.\n"));
  EXPECT_FALSE(side_by_side(second, first).not_compared.at(0).other_is_to_blame);
}

TEST(Compare, OnAWallClockOverlappingSamplesAreNoDifference) {
  auto a = rows({0});
  auto b = rows({0});
  a.clock = b.clock = "wall";
  a.rows[0].samples_ps = {100, 101, 102, 103, 104};
  b.rows[0].samples_ps = {104, 120, 121, 122, 123};
  EXPECT_TRUE(
      test::holds(page(a, b), "- 1 row is further apart, but it may be chance; B takes 1.19 times as long.\n"));
  b.rows[0].samples_ps = {105, 120, 121, 122, 123};
  EXPECT_TRUE(test::holds(page(a, b), "B is slower in 1 of 1 row, 1.19 times"));
  EXPECT_TRUE(test::holds(page(a, b), "| 102 ps (100 ps to 104 ps) | 121 ps (105 ps to 123 ps) |"));
}

TEST(Compare, OverABoundCountsToThePicosecondInVirtualTimeAndBeyondChanceOnAWallClock) {
  const auto over = [](trace::Result a, trace::Result b, std::int64_t percent) {
    const NamedRun first = run_a(std::move(a));
    const NamedRun second = run_b(std::move(b));
    return side_by_side(first, second).pairs.at(0).slower_by_more_than(percent);
  };
  auto a = rows({1'000});
  auto b = rows({1'020});
  EXPECT_TRUE(over(a, b, 1));
  EXPECT_FALSE(over(a, b, 2));
  EXPECT_TRUE(over(a, b, 0));
  EXPECT_FALSE(over(b, a, 0));
  EXPECT_FALSE(over(a, a, 0));
  a.clock = b.clock = "wall";
  EXPECT_FALSE(over(a, b, 1));
  a.rows[0].samples_ps = {100, 101, 102, 103, 104};
  b.rows[0].samples_ps = {105, 106, 107, 108, 109};
  EXPECT_TRUE(over(a, b, 4));
  EXPECT_FALSE(over(a, b, 5));
}

TEST(Compare, EachFurtherRunIsHeldAgainstTheFirst) {
  const std::string text = to_markdown(
      {run_a(rows({1'000})), run_b(rows({2'000})), {.letter = "C", .file = "c.json", .result = rows({500})}});
  EXPECT_TRUE(test::holds(text, "## B against A\n\n- B is slower in 1 of 1 row, 2.00 times (bytes 8).\n"));
  EXPECT_TRUE(test::holds(text, "## C against A\n\n- C is faster in 1 of 1 row, 2.00 times (bytes 8).\n"));
}

}  // namespace
}  // namespace gin::reports
