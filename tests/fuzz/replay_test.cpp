// A few thousand inputs for every target in every build: what a fuzzer found once is not lost, and what broke
// meanwhile shows without one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/round.hpp"
#include "tests/fuzz/seeds.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

/// In the order of their names, or a seed would mean another input on another machine.
std::vector<Buffer> files_of(const std::vector<std::string>& folders) {
  std::vector<Buffer> files;
  for (const std::string& folder : folders) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GINLAB_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
      std::ifstream in(path, std::ios::binary);
      files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  }
  return files;
}

void expect_no_finding(const Target& target, const Buffer& input) {
  try {
    EXPECT_EQ(target.one(input), 0);
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what()
                  << "\ninput: " << testing::PrintToString(std::string(text_of(input)).substr(0, 4096));
  }
}

std::string name_of(const testing::TestParamInfo<Target>& info) {
  return info.param.name;
}

class Replay : public testing::TestWithParam<Target> {};
INSTANTIATE_TEST_SUITE_P(Of, Replay, testing::ValuesIn(targets()), name_of);

TEST_P(Replay, NothingThatShipsIsAFinding) {
  const Target& target = GetParam();
  const std::vector<Buffer> corpus = files_of(target.corpus);
  ASSERT_EQ(corpus.empty(), target.bytes > 0) << "the folders of the corpus hold no .json";
  for (const Buffer& input : corpus) expect_no_finding(target, input);
  expect_no_finding(target, {});
}

TEST_P(Replay, NoMutationIsAFinding) {
  const Target& target = GetParam();
  const std::vector<Buffer> corpus = files_of(target.corpus);
  const Seeds seeds = seeds_of_this_run(static_cast<std::uint64_t>(target.rounds));
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count && !HasFailure(); ++seed) {
    const Round round(seed);
    Random random(seed);
    expect_no_finding(target, corpus.empty() ? made_up(random, target.bytes) : mutated(random, corpus));
  }
}

}  // namespace
}  // namespace gin::fuzz
