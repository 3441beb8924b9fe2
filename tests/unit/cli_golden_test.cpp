// A golden file must come back as it was written, refuse whatever else there is, and name every difference.
#include <gtest/gtest.h>

#include "cli/golden.hpp"
#include "tests/unit/made_result.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::cli {
namespace {

Golden made_golden() {
  return golden_of(made::result({made::row({{"path", "gpu"}, {"bytes", "8"}}, 4'030'125),
                                 made::row({{"path", "proxy"}, {"bytes", "8"}}, 7'000'000)}));
}

/// What reading `text` says, after the file's name.
std::string refusal_of_golden(const std::string& text) {
  const test::TemporaryFile file("g.json", text);
  const std::string message = test::refusal([&] { read_golden(file.path()); });
  return message.starts_with(file.path()) ? message.substr(file.path().size()) : message;
}

std::vector<std::string> lines_of(const GoldenPair& pair) {
  std::vector<std::string> lines;
  for (const Difference& difference : differences(pair)) lines.push_back(line_of(difference));
  return lines;
}

std::string with(std::string text, const std::string& old, const std::string& now) {
  const auto at = text.find(old);
  EXPECT_NE(at, text.npos) << old;
  return text.replace(at, old.size(), now);
}

TEST(Golden, HoldsNothingThatDiffersBetweenEqualRuns) {
  EXPECT_EQ(to_json(golden_of(made::result({made::row({{"path", "gpu"}}, 5)}))),
            R"({
  "schema": 1,
  "scenario": "put_latency",
  "digest": "fedcba9876543210",
  "rows": [{"axes": {"path": "gpu"}, "digest": "0123456789abcdef", "p50_ps": 5}]
}
)");
}

TEST(Golden, ComesBackAsItWasWritten) {
  const Golden golden = made_golden();
  const test::TemporaryFile file("g.json", to_json(golden));
  EXPECT_EQ(lines_of({.expected = golden, .got = read_golden(file.path())}), std::vector<std::string>{});
}

TEST(Golden, RefusesWhatItDoesNotKnow) {
  const std::string text = to_json(made_golden());
  EXPECT_EQ(refusal_of_golden(with(text, "\"schema\": 1", "\"schema\": 2")),
            ": $.schema: expected 1, got 2; write the file again with this ginlab");
  EXPECT_EQ(refusal_of_golden(with(text, "fedcba9876543210", "")),
            ": $.digest: expected 16 hex digits in lower case, got \"\"");
  EXPECT_EQ(refusal_of_golden(with(text, "\"p50_ps\": 4030125", "\"p50_ps\": 4030.125")),
            ": $.rows[0].p50_ps: expected an integer from 0 to 9223372036854775807, got 4030.125");
  EXPECT_EQ(refusal_of_golden(with(text, "\"p50_ps\": 7000000", "\"p50\": 7000000")),
            ": $.rows[1]: expected the key \"p50_ps\", it is missing");
  EXPECT_EQ(refusal_of_golden(with(text, "\"p50_ps\": 7000000", "\"p50_ps\": 7000000, \"p99_ps\": 1")),
            ": $.rows[1].p99_ps: unknown key (known here: axes, digest, p50_ps)");
  EXPECT_EQ(refusal_of_golden(with(text, "\"path\": \"proxy\"", "\"path\": \"gpu\"")),
            ": $.rows[1]: expected other axes than an earlier row's, got an object of 3");
  EXPECT_EQ(refusal_of_golden("[]"), ": $: expected an object, got an empty array");
}

TEST(Golden, NamesEachFieldThatDiffers) {
  const Golden expected = made_golden();
  Golden got = expected;
  got.digest = "00000000000000aa";
  got.rows[1].digest = "00000000000000bb";
  got.rows[1].p50_ps += 1;
  const std::vector<std::string> lines = {
      "digest: expected fedcba9876543210, got 00000000000000aa",
      "row path=proxy, bytes=8: digest: expected 0123456789abcdef, got 00000000000000bb",
      "row path=proxy, bytes=8: p50_ps: expected 7000000, got 7000001",
  };
  EXPECT_EQ(lines_of({.expected = expected, .got = got}), lines);
}

TEST(Golden, TellsRowsApartByTheirAxesAndNotByTheirNumber) {
  const Golden expected = made_golden();
  Golden got = expected;
  got.rows.erase(got.rows.begin());
  got.rows.push_back({.axes = {{"path", "pointer"}, {"bytes", "8"}}, .digest = "00000000000000bb", .p50_ps = 1});
  const std::vector<std::string> lines = {
      "row path=gpu, bytes=8: expected such a row, got none",
      "row path=pointer, bytes=8: expected no such row, got one",
  };
  EXPECT_EQ(lines_of({.expected = expected, .got = got}), lines);
}

TEST(Golden, NamesAnotherScenario) {
  const Golden expected = made_golden();
  Golden got = expected;
  got.scenario = "transpose";
  EXPECT_EQ(lines_of({.expected = expected, .got = got}),
            std::vector<std::string>{"scenario: expected put_latency, got transpose"});
}

TEST(RowName, StaysOnOneLineWhateverTheValues) {
  EXPECT_EQ(row_name({}), "the only row");
  EXPECT_EQ(row_name({{"path", "gpu"}, {"bytes", "8"}}), "row path=gpu, bytes=8");
  EXPECT_EQ(row_name({{"file", "a\nb"}}), "row file=a\\nb");
}

}  // namespace
}  // namespace gin::cli
