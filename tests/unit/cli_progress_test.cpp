// The line a person watches, and how often it may move.
#include <gtest/gtest.h>

#include "cli/progress.hpp"

namespace gin::cli {
namespace {

std::string line_at(int per_mille, Milliseconds elapsed, std::size_t columns = 120) {
  return with_bar(text_of(RunProgress{.per_mille = per_mille, .row = 3, .rows = 12}, elapsed), columns);
}

TEST(ProgressLine, SaysHowFarHowLongAndHowMuchLonger) {
  EXPECT_EQ(line_at(250, Milliseconds{12'000}),
            "[#######.......................]  25 %, row 3 of 12, 12 s, about 36 s left");
  EXPECT_EQ(line_at(1000, Milliseconds{3'725'000}),
            "[##############################] 100 %, row 3 of 12, 1 h 02 min, about 0 s left");
}

TEST(ProgressLine, DoesNotGuessBeforeAnythingIsDone) {
  EXPECT_EQ(line_at(0, Milliseconds{65'000}), "[..............................]   0 %, row 3 of 12, 1 min 05 s");
}

TEST(ProgressLine, StaysBelowTheWidthOfTheTerminal) {
  EXPECT_EQ(line_at(250, Milliseconds{12'000}, 60), "[###............]  25 %, row 3 of 12, 12 s, about 36 s left");
  EXPECT_EQ(line_at(250, Milliseconds{12'000}, 45), " 25 %, row 3 of 12, 12 s, about 36 s left");
  for (std::size_t columns = 0; columns < 130; ++columns) {
    EXPECT_LE(line_at(250, Milliseconds{12'000}, columns).size(), columns == 0 ? 0 : columns - 1);
  }
}

TEST(ProgressLine, SurvivesABackendThatCountsWrong) {
  EXPECT_EQ(line_at(1001, Milliseconds{2'000}), line_at(1000, Milliseconds{2'000}));
  EXPECT_EQ(line_at(-1, Milliseconds{2'000}), line_at(0, Milliseconds{2'000}));
}

TEST(SweepProgressLine, SaysWhatIsDoneWhatFailedAndWhatIsLeft) {
  const auto line = [](const SweepProgress& sweep) { return with_bar(text_of(sweep, Milliseconds{12'000}), 120); };
  EXPECT_EQ(line({.before = 0, .done = 250, .failed = 2, .points = 1000}),
            "[#######.......................]  25 %, 250 done, 2 failed, 750 left, 12 s, about 36 s to go");
  EXPECT_EQ(line({.before = 0, .done = 0, .failed = 0, .points = 1000}),
            "[..............................]   0 %, 0 done, 1000 left, 12 s");
  EXPECT_EQ(line({.before = 0, .done = 1000, .failed = 0, .points = 1000}),
            "[##############################] 100 %, 1000 done, 0 left, 12 s, about 0 s to go");
}

TEST(SweepProgressLine, WhatAnEarlierCallLeftTookNoTime) {
  const SweepProgress sweep{.before = 500, .done = 600, .failed = 0, .points = 1000};
  EXPECT_EQ(with_bar(text_of(sweep, Milliseconds{10'000}), 120),
            "[##################............]  60 %, 600 done, 400 left, 10 s, about 40 s to go");
}

TEST(SeedsProgressLine, CountsRuns) {
  EXPECT_EQ(with_bar(text_of(SeedsProgress{.done = 410, .runs = 1000}, Milliseconds{12'000}), 120),
            "[############..................]  41 %, 410 of 1000 runs, 12 s, about 17 s left");
}

TEST(ShorteningProgressLine, HasNoBar) {
  EXPECT_EQ(with_bar(text_of(ShorteningProgress{.done = 410}, Milliseconds{12'000}), 120),
            "making it shorter: 410 runs, 12 s");
  EXPECT_EQ(with_bar(text_of(ShorteningProgress{.done = 410}, Milliseconds{12'000}), 21), "making it shorter: 4");
}

TEST(Redraws, IsSilentForASecond) {
  Redraws redraws;
  EXPECT_FALSE(redraws.due(Milliseconds{0}));
  EXPECT_FALSE(redraws.due(Milliseconds{999}));
  EXPECT_TRUE(redraws.due(Milliseconds{1000}));
}

TEST(Redraws, AllowsTenTimesInASecond) {
  Redraws redraws;
  int drawn = 0;
  for (int ms = 1000; ms < 3000; ++ms) drawn += redraws.due(Milliseconds{ms}) ? 1 : 0;
  EXPECT_EQ(drawn, 20);
}

}  // namespace
}  // namespace gin::cli
