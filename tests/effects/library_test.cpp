// Every shipped scenario runs on the emulated backend, with right data, a critical path that adds up, no time below
// the bound and no word in its rows that nobody explains.
#include <algorithm>
#include <filesystem>

#include "reports/glossary/glossary.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

std::vector<std::string> shipped_scenarios() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(laboratory::source("scenarios"))) {
    const std::string file = std::filesystem::relative(entry.path(), GINLAB_SOURCE_DIR).string();
    if (entry.path().extension() == ".json" && file.find("/schema/") == std::string::npos) files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Library : public testing::TestWithParam<std::string> {};

TEST_P(Library, RunsVerifiedAboveItsBoundWithACriticalPathThatAddsUp) {
  const trace::Result result = laboratory::run(GetParam());
  ASSERT_FALSE(result.rows.empty());
  for (const trace::Row& row : result.rows) {
    EXPECT_EQ(row.mismatch, "");
    EXPECT_EQ(row.verified, row.payload == "real");
    EXPECT_FALSE(row.samples_ps.empty());
    std::int64_t sum = 0;
    for (const trace::PathItem& item : row.critical_path) sum += item.ps;
    EXPECT_EQ(sum, row.samples_ps.back());
    EXPECT_GT(sum, 0);
    EXPECT_LE(row.bound_ps, *std::min_element(row.samples_ps.begin(), row.samples_ps.end()));
    EXPECT_EQ(row.bound_by.empty(), row.bound_ps == 0);
    for (const std::string& word : reports::words_of(row))
      EXPECT_NE(reports::known_word(word).term, nullptr) << word;
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Library, testing::ValuesIn(shipped_scenarios()), [](const auto& test) {
  std::string name = std::filesystem::path(test.param).stem().string();
  name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }), name.end());
  return name;
});

}  // namespace
}  // namespace gin
