// Whatever a scenario file gets wrong, its author learns in one line which file, where in it, and what.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/error.hpp"
#include "core/scenario/scenario.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

const std::filesystem::path folder = std::filesystem::path(GINLAB_SOURCE_DIR) / "tests" / "malformed";

struct Case {
  std::string file;
  std::string path;
  std::string words;
};

/// The first three columns of expected.txt.
std::vector<Case> expected_cases() {
  std::vector<Case> cases;
  std::ifstream in(folder / "expected.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns;
    const std::string bar = " | ";
    for (auto at = line.find(bar); at != line.npos; at = line.find(bar)) {
      columns.push_back(line.substr(0, at));
      line.erase(0, at + bar.size());
    }
    columns.push_back(line);
    columns.resize(4);
    cases.push_back({.file = columns[0], .path = columns[1], .words = columns[2]});
  }
  return cases;
}

void expect_refused(const std::string& file, const std::string& place, const std::string& words) {
  SCOPED_TRACE(file);
  try {
    load(file, {}, test::test_vocabulary());
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.exit_code(), 2);
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << message;
    EXPECT_EQ(message.rfind(file + ": " + place, 0), 0u) << message;
    EXPECT_NE(message.find(words), message.npos) << message << "\nlacks: " << words;
    EXPECT_LT(message.size(), 1000u + file.size());
  }
}

TEST(MalformedScenario, EachFileIsRefusedWithItsPlaceAndReason) {
  const std::vector<Case> cases = expected_cases();
  ASSERT_GE(cases.size(), 30u);
  for (const Case& each : cases) expect_refused((folder / each.file).string(), each.path + ": ", each.words);
}

TEST(MalformedScenario, EveryFileOfTheFolderIsExpected) {
  std::set<std::string> expected;
  for (const Case& each : expected_cases()) expected.insert(each.file);
  std::set<std::string> present;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") present.insert(entry.path().filename().string());
  }
  EXPECT_EQ(present, expected);
}

TEST(MalformedScenario, ADirectoryIsNoScenario) {
  const test::TemporaryFile file("s.json", "{}");
  expect_refused(file.folder(), "", "got a directory");
}

TEST(MalformedScenario, AMissingFileIsNoScenario) {
  const test::TemporaryFile file("s.json", "{}");
  expect_refused(file.path() + "x", "", "found none");
}

TEST(MalformedScenario, AnEmptyFileAndOneOfSpacesAreNoScenarios) {
  const test::TemporaryFile empty("empty.json", "");
  expect_refused(empty.path(), "", "it is empty");
  const test::TemporaryFile blank("blank.json", " \n\n");
  expect_refused(blank.path(), "$: ", "broken JSON at line 3, column 1: unexpected end of input");
}

TEST(MalformedScenario, AHundredMegabytesAreNotRead) {
  const test::TemporaryFile file("large.json", "{");
  std::filesystem::resize_file(file.path(), std::uintmax_t{100} << 20);
  expect_refused(file.path(), "", "got one of more than 16 MiB");
}

TEST(MalformedScenario, TenThousandLevelsAreRefusedAtTheSixtyFifth) {
  const test::TemporaryFile arrays("arrays.json", std::string(10'000, '['));
  expect_refused(arrays.path(), "$[0][0]", "expected at most 64 levels of nesting");
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "{\"a\":";
  const test::TemporaryFile objects("objects.json", text);
  expect_refused(objects.path(), "$.a.a.a", "expected at most 64 levels of nesting");
}

TEST(MalformedScenario, AKeyAndATextOfMegabytesGiveAShortMessage) {
  const std::string long_word(std::size_t{4} << 20, 'n');
  const test::TemporaryFile key("key.json", R"({"schema": 1, "program": "transpose", ")" + long_word + R"(": 1})");
  expect_refused(key.path(), "$[\"nnn", "unknown key");
  const test::TemporaryFile word("word.json", R"({"schema": 1, "program": ")" + long_word + R"("})");
  expect_refused(word.path(), "$.program: ", "expected one of transpose");
}

}  // namespace
}  // namespace gin::scenario
