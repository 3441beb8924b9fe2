// What a command line means, and what a person is told who got it wrong.
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::cli {
namespace {

Options parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "ginlab");
  return parse_options(static_cast<int>(words.size()), words.data());
}

RunOptions run_options(const std::vector<const char*>& words) {
  return std::get<RunOptions>(parsed(words));
}

std::string refusal_of_words(const std::vector<const char*>& words) {
  return test::refusal([&] { parsed(words); });
}

TEST(Options, RunDefaultsToTheEmulatedBackend) {
  const RunOptions run = run_options({"run", "s.json"});
  EXPECT_EQ(run.file, "s.json");
  EXPECT_EQ(run.backend, "emulated");
  EXPECT_TRUE(run.sets.empty());
  EXPECT_FALSE(run.json || run.quiet);
}

TEST(Options, SetsKeepTheirOrderAndTakeNoFileWithThem) {
  const RunOptions run = run_options({"run", "--set", "a.b=1", "s.json", "--set=c=d=e", "--set", "name="});
  ASSERT_EQ(run.sets.size(), 3u);
  EXPECT_EQ(run.file, "s.json");
  EXPECT_EQ(run.sets[0].path, "a.b");
  EXPECT_EQ(run.sets[1].value, "d=e");
  EXPECT_EQ(run.sets[2].value, "");
}

TEST(Options, SeedIsAnAssignmentLikeAnyOther) {
  const RunOptions run = run_options({"run", "s.json", "--seed", "18", "--set", "seed=7"});
  ASSERT_EQ(run.sets.size(), 2u);
  EXPECT_EQ(run.sets[1].path, "seed");
  EXPECT_EQ(run.sets[1].value, "18");
}

TEST(Options, ValuesInBracketsAreNotTakenApart) {
  EXPECT_EQ(run_options({"run", "s.json", "--set", "name=[a,b]"}).sets.at(0).value, "[a,b]");
  EXPECT_EQ(run_options({"run", "[s,t].json"}).file, "[s,t].json");
}

TEST(Options, ALaterValueReplacesAnEarlierOne) {
  EXPECT_EQ(run_options({"run", "s.json", "--out", "a", "--out", "b"}).out, "b");
  EXPECT_EQ(run_options({"run", "s.json", "--junit", "a", "--junit", "b"}).junit, "b");
}

TEST(Options, SweepTakesAxesAndJobs) {
  const auto sweep = std::get<SweepOptions>(parsed(
      {"sweep", "s.json", "--axis", "params.bytes=8..1M*2", "--axis=path=gpu,proxy", "--jobs", "3", "--restart"}));
  EXPECT_EQ(sweep.file, "s.json");
  ASSERT_EQ(sweep.axes.size(), 2u);
  EXPECT_EQ(sweep.axes[0].field, "params.bytes");
  EXPECT_EQ(sweep.axes[0].values, "8..1M*2");
  EXPECT_EQ(sweep.axes[1].values, "gpu,proxy");
  EXPECT_EQ(sweep.jobs, 3);
  EXPECT_TRUE(sweep.restart);
  EXPECT_EQ(refusal_of_words({"sweep", "s.json", "--axis", "bytes"}),
            "sweep: --axis \"bytes\": expected field=values, such as params.bytes=8..1M*2");
  EXPECT_EQ(refusal_of_words({"sweep", "s.json", "--jobs", "0"}),
            "sweep: --jobs \"0\": expected a whole number from 1 to 1024");
}

TEST(Options, ANameOfACommandIsAnOrdinaryWordAfterOne) {
  EXPECT_EQ(std::get<ExplainOptions>(parsed({"explain", "schema"})).word, "schema");
  EXPECT_EQ(run_options({"run", "run"}).file, "run");
}

TEST(Options, WhatIfMovesByTwentyPercentUnlessToldOtherwise) {
  const auto usual = std::get<WhatIfOptions>(parsed({"what-if", "s.json"}));
  EXPECT_EQ(usual.file, "s.json");
  EXPECT_EQ(usual.percent, 20);
  EXPECT_EQ(usual.top, 0);
  EXPECT_FALSE(usual.json);
  const auto told =
      std::get<WhatIfOptions>(parsed({"what-if", "s.json", "--by", "5", "--top=3", "--set", "seed=7", "--json"}));
  EXPECT_EQ(told.percent, 5);
  EXPECT_EQ(told.top, 3);
  EXPECT_EQ(told.sets.at(0).value, "7");
  EXPECT_TRUE(told.json);
  EXPECT_EQ(refusal_of_words({"what-if", "s.json", "--by", "5 %"}),
            "what-if: --by \"5 %\": expected a whole number from 1 to 99");
  EXPECT_EQ(refusal_of_words({"what-if", "s.json", "--top", "0"}),
            "what-if: --top \"0\": expected a whole number from 1 to 1000000");
}

TEST(Options, HelpAndVersionAreTexts) {
  EXPECT_NE(std::get<TextOptions>(parsed({"--help"})).text.find("doctor"), std::string::npos);
  EXPECT_NE(std::get<TextOptions>(parsed({"run", "--help"})).text.find("--expect"), std::string::npos);
  EXPECT_TRUE(std::get<TextOptions>(parsed({"--version"})).text.starts_with("ginlab 0."));
}

TEST(Options, UnknownWordsAreAnsweredWithTheNearestKnownOne) {
  EXPECT_EQ(refusal_of_words({"rnu", "s.json"}), "unknown command \"rnu\"; did you mean \"run\"?");
  EXPECT_EQ(refusal_of_words({"frobnicate"}), "unknown command \"frobnicate\"; see ginlab --help");
  EXPECT_EQ(refusal_of_words({"run", "--bakend", "emulated", "s.json"}),
            "run: unknown option \"--bakend\"; did you mean \"--backend\"?");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--jsn=1"}),
            "run: unknown option \"--jsn\"; did you mean \"--json\"?");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "-x"}), "run: unknown option \"-x\"; see ginlab run --help");
}

TEST(Options, MissingAndSurplusWordsAreNamed) {
  EXPECT_EQ(refusal_of_words({}), "expected a command, got none; see ginlab --help");
  EXPECT_EQ(refusal_of_words({"run"}), "run: expected FILE, got none");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--out"}), "run: --out: expected a value, got none");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--out", ""}), "run: --out: expected a value, got an empty one");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--seed="}), "run: --seed: expected a value, got none");
  EXPECT_EQ(refusal_of_words({"run", ""}), "run: FILE: expected a value, got an empty one");
  EXPECT_EQ(refusal_of_words({"run", "a.json", "b.json"}), "run: expected no further word, got \"b.json\"");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--set", "seed"}),
            "run: --set \"seed\": expected path=value, such as seed=7");
  EXPECT_EQ(refusal_of_words({"run", "s.json", "--expect", "g", "--golden", "g"}),
            "run: --expect excludes --golden");
  EXPECT_NE(refusal_of_words({"run", "s.json", "--json=5"}), "accepted");
}

}  // namespace
}  // namespace gin::cli
