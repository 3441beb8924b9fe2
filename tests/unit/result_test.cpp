// result.json: what is written comes back, and what was not written by us is refused with its place.
#include "core/trace/result.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/error.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::trace {
namespace {

Result full_result() {
  Row row = made::row({{"stack", "lean"}, {"bytes", "8"}}, 0, {{"nic.wire", 700, 2}, {"nic.acknowledge", 300, 1}});
  row.bracket = Bracket::acknowledged;
  row.samples_ps = {1'000, 3'000, 2'000, std::numeric_limits<std::int64_t>::max()};
  row.predicted_p50_ps = 900;
  row.bound_ps = 1'000;
  row.bound_by = "nic.line_out of PE 0";
  row.by_path = {{"gpu", 4, 32}};
  row.by_link = {{"nic", 8, 560}, {"pcie", 9, 640}};
  row.not_offered = {"stack lean has no path gpu", "no GPU can post to the NIC of laptop"};
  row.layers = {"ordered_signals", "segmented"};
  row.counters = {{"doorbells", 4}, {"ring_full_stalls", 0}};
  row.params = {{"bytes", "8"}, {"mode", "all_to_all"}};
  row.overrides = {{"stack.proxy.post_ns", "3.125"}};
  row.pe_traffic = {1, {{0, 32}, {8, 0}}};
  row.nics = {{0, 0, 560, 70, 8, 1}, {1, 0, 70, 560, 1, 8}};
  row.phases = {{0, "issue", 0, 400}, {0, "wait: quiet", 400, 1'000}, {1, "wait: signal_wait_until", 0, 1'000}};
  Row phantom = made::row({{"stack", "nccl-proxy"}, {"bytes", "8"}}, 5);
  phantom.verified = false;
  phantom.mismatch = "PE 1, byte 3: \"quoted\", \xC3\xA9";
  Result result = made::result({row, phantom});
  result.rows[0].seed = std::numeric_limits<std::uint64_t>::max();
  return result;
}

/// The text with the first occurrence of `from` replaced.
std::string edited(const std::string& from, const std::string& to) {
  std::string text = to_json(full_result());
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
  try {
    from_json(text, "r.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_input);
    return error.what();
  }
  return "it was accepted";
}

TEST(Result, PercentilesAreNearestRanksOfTheSamples) {
  Row row;
  for (int i = 200; i >= 1; --i) row.samples_ps.push_back(i);
  EXPECT_EQ(row.p50_ps(), 100);
  EXPECT_EQ(row.p99_ps(), 198);
  EXPECT_EQ(row.max_ps(), 200);
  row.samples_ps = {7, 3};
  EXPECT_EQ(row.p50_ps(), 3);
  EXPECT_EQ(row.p99_ps(), 7);
  row.samples_ps = {};
  EXPECT_EQ(row.p50_ps(), 0);
}

TEST(Result, WhatIsWrittenComesBackToTheLastBit) {
  const std::string text = to_json(full_result());
  const Result back = from_json(text, "r.json");
  EXPECT_EQ(to_json(back), text);
  ASSERT_EQ(back.rows.size(), 2U);
  EXPECT_EQ(back.rows[0].seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(back.rows[0].axes, full_result().rows[0].axes);
  EXPECT_EQ(back.rows[0].bracket, Bracket::acknowledged);
  EXPECT_EQ(back.rows[0].predicted_p50_ps, 900);
  EXPECT_EQ(back.rows[1].predicted_p50_ps, 0);
  EXPECT_EQ(back.rows[0].bound_ps, 1'000);
  EXPECT_EQ(back.rows[0].bound_by, "nic.line_out of PE 0");
  EXPECT_EQ(back.rows[1].bound_by, "");
  EXPECT_EQ(back.rows[0].samples_ps, full_result().rows[0].samples_ps);
  EXPECT_EQ(back.rows[0].layers, full_result().rows[0].layers);
  EXPECT_EQ(back.rows[0].by_link[1].bytes, 640);
  EXPECT_EQ(back.rows[0].counters[0].name, "doorbells");
  EXPECT_EQ(back.rows[0].params, full_result().rows[0].params);
  EXPECT_EQ(back.rows[0].overrides, full_result().rows[0].overrides);
  EXPECT_EQ(back.rows[0].pe_traffic.bytes, full_result().rows[0].pe_traffic.bytes);
  EXPECT_TRUE(back.rows[1].pe_traffic.bytes.empty());
  EXPECT_EQ(back.rows[0].nics[1].messages_in, 8);
  EXPECT_EQ(back.rows[0].phases[1].name, "wait: quiet");
  EXPECT_EQ(back.rows[0].critical_path[1].ps, 300);
  EXPECT_EQ(back.rows[0].critical_path_total_ps, 1'000);
  EXPECT_EQ(back.rows[1].mismatch, full_result().rows[1].mismatch);
  EXPECT_TRUE(back.rows[0].verified);
  EXPECT_FALSE(back.rows[1].verified);
  EXPECT_EQ(back.host.wall_ms, 12);
}

TEST(Result, EqualRunsWriteTheSameTextUpToTheHost) {
  Result elsewhere = full_result();
  elsewhere.host = {"Darwin", "clang 14", 96, "0.1.0", "2026-02-02T02:02:02Z", 99};
  const std::string here = to_json(full_result());
  const std::string there = to_json(elsewhere);
  EXPECT_NE(here, there);
  EXPECT_EQ(here.substr(0, here.find("\"host\"")), there.substr(0, there.find("\"host\"")));
}

TEST(Result, ManySamplesFillLinesInsteadOfTakingOneEach) {
  Result result = full_result();
  result.rows[0].samples_ps.assign(1'000, 1'234'567);
  const std::string text = to_json(result);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 200);
  EXPECT_EQ(to_json(from_json(text, "r.json")), text);
}

TEST(Result, EveryTruncationIsRefused) {
  const std::string text = to_json(full_result());
  // Only the line end after the last brace may go.
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    ASSERT_THROW(from_json(text.substr(0, size), "r.json"), Error) << size;
  }
}

TEST(Result, AnotherVersionIsRefusedBeforeAnythingElse) {
  EXPECT_EQ(
      refusal("{\"schema\": \"ginlab/result/7\", \"new\": 1}"),
      "r.json: $.schema: expected \"ginlab/result/6\", got \"ginlab/result/7\"; run its scenario again with this "
      "ginlab");
  EXPECT_EQ(refusal("{}"), "r.json: $: expected the key \"schema\", it is missing");
}

TEST(Result, UnknownKeysAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal(edited("\"name\": \"gpu\"", "\"name\": \"gpu\", \"colour\": 1")),
            "r.json: $.rows[0].by_path[0].colour: unknown key (known here: name, operations, bytes)");
}

TEST(Result, MissingKeysAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal(edited("\"verified\": true,", "")),
            "r.json: $.rows[0]: expected the key \"verified\", it is missing");
}

TEST(Result, WrongTypesAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal(edited("\"pes\": 2", "\"pes\": \"2\"")),
            "r.json: $.rows[0].pes: expected an integer from 0 to 9223372036854775807, got \"2\"");
  EXPECT_EQ(refusal(edited("\"pes\": 2", "\"pes\": 2.0")),
            "r.json: $.rows[0].pes: expected an integer from 0 to 9223372036854775807, got 2.0");
  EXPECT_EQ(refusal(edited("\"pes\": 2", "\"pes\": 9223372036854775808")),
            "r.json: $.rows[0].pes: expected an integer from 0 to 9223372036854775807, got 9223372036854775808");
  EXPECT_EQ(refusal(edited("\"seed\": 18446744073709551615", "\"seed\": -1")),
            "r.json: $.rows[0].seed: expected an integer from 0 to 18446744073709551615, got -1");
  EXPECT_EQ(refusal(edited("\"verified\": true", "\"verified\": 1")),
            "r.json: $.rows[0].verified: expected true or false, got 1");
  EXPECT_EQ(refusal(edited("\"clock\": \"virtual\"", "\"clock\": \"lamport\"")),
            "r.json: $.clock: expected one of \"virtual\", \"wall\", got \"lamport\"");
  EXPECT_EQ(
      refusal(edited("\"acknowledged\"", "\"sent\"")),
      "r.json: $.rows[0].bracket: expected \"source_reusable\", \"acknowledged\" or \"visible\", got \"sent\"");
  EXPECT_EQ(refusal(edited("fedcba9876543210", "FEDCBA9876543210")),
            "r.json: $.digest: expected 16 hex digits in lower case or an empty string, got \"FEDCBA9876543210\"");
  EXPECT_EQ(refusal("[]"), "r.json: $: expected an object, got an empty array");
}

TEST(Result, PercentilesThatAreNotThoseOfTheSamplesAreRefused) {
  EXPECT_EQ(refusal(edited("\"p50_ps\": 2000", "\"p50_ps\": 1000")),
            "r.json: $.rows[0].p50_ps: expected 2000 (the nearest rank in samples_ps), got 1000");
}

TEST(Result, ACriticalPathThatDoesNotAddUpIsRefused) {
  EXPECT_EQ(refusal(edited("\"time_ps\": 700", "\"time_ps\": 701")),
            "r.json: $.rows[0].critical_path_total_ps: expected the sum of critical_path, got 1000");
  Result result = full_result();
  result.rows[0].critical_path_total_ps += 1;
  EXPECT_DEATH(to_json(result), "critical_path_total_ps");
}

TEST(Result, ATimeBelowTheBoundIsRefused) {
  EXPECT_EQ(refusal(edited("\"bound_ps\": 1000", "\"bound_ps\": 1001")),
            "r.json: $.rows[0].bound_ps: expected no more than the smallest of samples_ps, got 1001");
}

TEST(Result, ABoundSaysWhatBinds) {
  const std::string wanted = ": expected what binds where there is a bound, else empty text, got ";
  EXPECT_EQ(refusal(edited("nic.line_out of PE 0", "")), "r.json: $.rows[0].bound_by" + wanted + "\"\"");
  EXPECT_EQ(refusal(edited("\"bound_ps\": 1000", "\"bound_ps\": 0")),
            "r.json: $.rows[0].bound_by" + wanted + "\"nic.line_out of PE 0\"");
}

TEST(Result, PhasesWithAGapAreRefused) {
  EXPECT_EQ(refusal(edited("\"begin_ps\": 400", "\"begin_ps\": 401")),
            "r.json: $.rows[0].phases[1].begin_ps: expected the end of the PE's phase before it, or 0, got 401");
  EXPECT_EQ(refusal(edited("\"end_ps\": 1000", "\"end_ps\": 399")),
            "r.json: $.rows[0].phases[1].end_ps: expected no less than begin_ps, got 399");
}

TEST(Result, TrafficThatIsNotSquareIsRefused) {
  EXPECT_EQ(
      refusal(edited("[8, 0]", "[8]")),
      "r.json: $.rows[0].pe_traffic.bytes[1]: expected as many numbers as there are lines, got an array of 1");
}

TEST(Result, RowsOnOtherAxesThanTheFirstAreRefused) {
  EXPECT_EQ(refusal(edited("{\"stack\": \"nccl-proxy\", \"bytes\": \"8\"}", "{\"bytes\": \"8\"}")),
            "r.json: $.rows[1].axes: expected the axes of the first row, in their order, got an object of 1");
}

}  // namespace
}  // namespace gin::trace
