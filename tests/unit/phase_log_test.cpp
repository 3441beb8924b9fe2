// What an agent did and when, as coarse as asked.
#include "core/env/phase_log.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gin {
namespace {

using Kind = PhaseLog::Kind;

std::string text(PhaseLog& log, std::size_t count, std::int64_t end) {
  std::string text;
  for (const PhaseLog::Phase& phase : log.at_most(count, {end}))
    text += std::to_string(phase.begin.ps) + " " + phase.name() + "; ";
  return text;
}

TEST(PhaseLog, NamesWaitsByTheirCalls) {
  PhaseLog log;
  log.start({10});
  log.enter(Kind::wait, "quiet", {20});
  log.enter(Kind::issue, "", {30});
  log.enter(Kind::through, "", {40});
  EXPECT_EQ(text(log, 9, 50), "10 issue; 20 wait: quiet; 30 issue; 40 through; ");
}

TEST(PhaseLog, WhatTakesNoTimeIsNoPhase) {
  PhaseLog log;
  log.start({10});
  log.enter(Kind::wait, "quiet", {10});
  log.enter(Kind::issue, "", {30});
  log.enter(Kind::move, "", {30});
  log.enter(Kind::wait, "fence", {30});
  EXPECT_EQ(text(log, 9, 50), "10 wait: quiet; 30 wait: fence; ");
}

TEST(PhaseLog, TheSameAgainGoesOn) {
  PhaseLog log;
  log.start({0});
  log.enter(Kind::wait, "quiet", {5});
  log.enter(Kind::issue, "", {5});
  EXPECT_EQ(text(log, 9, 9), "0 issue; ");
}

TEST(PhaseLog, BeforeItIsStartedNothingIsWrittenDown) {
  PhaseLog log;
  log.enter(Kind::move, "", {5});
  EXPECT_EQ(text(log, 9, 9), "");
}

TEST(PhaseLog, NeighboursBecomeOneByTheNameOfTheLonger) {
  PhaseLog log;
  log.start({0});
  log.enter(Kind::wait, "quiet", {3});  // longer than the 3 before it
  log.enter(Kind::issue, "", {8});
  log.enter(Kind::move, "", {12});  // shorter than the 4 before it
  log.enter(Kind::through, "", {13});
  EXPECT_EQ(text(log, 3, 20), "0 wait: quiet; 8 issue; 13 through; ");
}

RC_GTEST_PROP(PhaseLog, StartsWhereItBeganAndGoesForwardHoweverManyThereWere, ()) {
  PhaseLog log;
  log.start({7});
  std::int64_t now = 7;
  const auto steps = *rc::gen::resize(40'000, rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5)));
  for (const int step : steps) log.enter(static_cast<Kind>(step % 3), step % 2 ? "" : "call", {now += step});
  const auto most = static_cast<std::size_t>(*rc::gen::inRange(1, 100));
  const auto& phases = log.at_most(most, {now});
  RC_ASSERT(phases.size() <= most);
  RC_ASSERT(phases.front().begin == Instant{7});
  for (std::size_t i = 1; i < phases.size(); ++i) {
    RC_ASSERT(phases[i - 1].begin < phases[i].begin);
    RC_ASSERT(!phases[i - 1].same(phases[i]));
  }
}

}  // namespace
}  // namespace gin
