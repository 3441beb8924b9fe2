// Cores are dealt out: to each polling thread one of its own, or to none.
#include "core/topology/assignment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "tests/unit/holds.hpp"

namespace gin::topology {
namespace {

std::vector<Cores> alike(std::uint32_t pes, const Cores& cores) {
  return std::vector<Cores>(pes, cores);
}

TEST(Assignment, OnePeGetsItsNearestCores) {
  EXPECT_EQ(assign(alike(1, {2, 3, 0, 1}), 0, {.proxies = 2, .others = 2}).proxies, (Cores{2, 3}));
}

TEST(Assignment, OthersGetWhatProxiesLeave) {
  const std::vector<Cores> pes = alike(2, {2, 3, 0, 1, 4});
  EXPECT_EQ(assign(pes, 0, {.proxies = 1, .others = 1}).others, Cores{0});
  EXPECT_EQ(assign(pes, 1, {.proxies = 1, .others = 1}).others, Cores{1});
}

TEST(Assignment, PesInTurnGetTheNextNearest) {
  const std::vector<Cores> pes = alike(3, {4, 5, 6, 7, 0, 1});
  EXPECT_EQ(assign(pes, 0, {.proxies = 1, .others = 1}).proxies, Cores{4});
  EXPECT_EQ(assign(pes, 1, {.proxies = 1, .others = 1}).proxies, Cores{5});
  EXPECT_EQ(assign(pes, 2, {.proxies = 1, .others = 1}).proxies, Cores{6});
}

TEST(Assignment, OneCoreFewerThanBusyThreadsAndNobodyIsPinned) {
  const BusyThreads each{.proxies = 1, .others = 2};
  for (std::uint32_t me = 0; me < 2; ++me) {
    EXPECT_EQ(assign(alike(2, {0, 1, 2, 3, 4, 5}), me, each).because, "");
    const Assignment none = assign(alike(2, {0, 1, 2, 3, 4}), me, each);
    EXPECT_EQ(none.proxies, Cores{});
    EXPECT_EQ(none.because,
              "threads: expected a core for each busy thread of this machine, 2 PEs with 1 proxies and 2 others"
              " each, came 5 cores that they may share; nothing is pinned. Use fewer launch.agents, or more cores");
  }
}

TEST(Assignment, NicsOfTheirOwnNeverBringTwoPesOntoOneCore) {
  const std::vector<Cores> pes = {{0, 1, 2, 3}, {2, 3, 0, 1}, {0, 1, 2, 3}, {2, 3, 0, 1}};
  const BusyThreads each{.proxies = 1, .others = 0};
  EXPECT_EQ(assign(pes, 0, each).proxies, Cores{0});
  EXPECT_EQ(assign(pes, 1, each).proxies, Cores{2});
  EXPECT_EQ(assign(pes, 2, each).proxies, Cores{1});
  EXPECT_EQ(assign(pes, 3, each).proxies, Cores{3});
}

TEST(Assignment, PesThatALauncherKeepsApartStayWhereTheyWerePut) {
  const std::vector<Cores> pes = {{0, 1}, {2, 3}};
  EXPECT_EQ(assign(pes, 1, {.proxies = 1, .others = 1}).proxies, Cores{2});
  // Four cores and four threads, but the second PE may use one core only.
  const Assignment none = assign({{0, 1, 2}, {3}}, 0, {.proxies = 1, .others = 1});
  EXPECT_EQ(none.proxies, Cores{});
  EXPECT_TRUE(test::holds(none.because, "came 4 cores"));
}

TEST(Assignment, NoCoresAndNoProxiesAreNoMistake) {
  EXPECT_EQ(assign(alike(2, {}), 1, {.proxies = 1, .others = 0}).proxies, Cores{});
  EXPECT_NE(assign(alike(2, {}), 1, {.proxies = 1, .others = 0}).because, "");
  EXPECT_EQ(assign(alike(1, {}), 0, {.proxies = 0, .others = 0}).because, "");
}

TEST(AssignmentDeath, AskingForAPeThatIsNotThere) {
  EXPECT_DEATH(assign(alike(2, {0, 1}), 2, {}), "me < nearest_first.size");
}

RC_GTEST_PROP(Assignment, PinnedCoresAreDistinctAndAllPesAgreeWhetherThereAreAny, ()) {
  const auto n_pes = *rc::gen::inRange<std::uint32_t>(1, 9);
  const BusyThreads each{*rc::gen::inRange<std::uint32_t>(1, 4), *rc::gen::inRange<std::uint32_t>(0, 3)};
  std::vector<Cores> pes;
  for (std::uint32_t pe = 0; pe < n_pes; ++pe)
    pes.push_back(*rc::gen::unique<Cores>(rc::gen::inRange<std::uint32_t>(0, 48)));
  std::set<std::uint32_t> all;
  std::size_t pinned = 0;
  for (std::uint32_t me = 0; me < n_pes; ++me) {
    const Assignment mine = assign(pes, me, each);
    RC_ASSERT(mine.proxies.size() == (mine.because.empty() ? each.proxies : 0));
    RC_ASSERT(mine.others.size() == (mine.because.empty() ? each.others : 0));
    for (const Cores& cores : {mine.proxies, mine.others}) {
      for (const std::uint32_t core : cores) RC_ASSERT(std::ranges::count(pes[me], core) == 1);
      all.insert(cores.begin(), cores.end());
      pinned += cores.size();
    }
  }
  RC_ASSERT(all.size() == pinned);
  RC_ASSERT(pinned == 0 || pinned == std::size_t{n_pes} * (each.proxies + each.others));
}

}  // namespace
}  // namespace gin::topology
