// A trail is a chain that is written down late. Reports must not tell the difference, so both are kept side by
// side.
#include "core/sim/trail.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/error.hpp"

namespace gin::sim {
namespace {

constexpr std::uint16_t item_count = 300;  // more than a byte can tell apart
constexpr std::int64_t longest_noted = (std::int64_t{1} << 48) - 1;

std::string text(const CausalPath& path, Chain chain) {
  std::string out;
  for (const CausalPath::Share& share : path.shares(chain))
    out += share.item + " " + std::to_string(share.time.ps) + " x" + std::to_string(share.count) + "\n";
  return out;
}

/// Flows that are kept as trails in one path and as chains in another.
struct SideBySide {
  CausalPath trails_path, chains_path;
  std::array<Trail, 3> trails;
  std::array<Chain, 3> chains;
  Instant latest;

  SideBySide() {
    for (std::uint16_t i = 0; i < item_count; ++i) {
      trails_path.item(std::to_string(i));
      chains_path.item(std::to_string(i));
    }
    for (Trail& trail : trails) trail.start(trails_path, {});
  }
  /// Every third item is bare, every third partly.
  void extend(std::size_t flow, std::uint16_t item, Duration time) {
    const Instant end = chains_path.end(chains[flow]) + time;
    const Item named = item % 3 == 1 ? chains_path.bare_item(std::to_string(item)) : Item{item};
    if (item % 3 == 2) {
      trails[flow].extend(trails_path, named, end, Duration{item});
      chains[flow] = chains_path.extend(chains[flow], named, end, Duration{item});
    } else {
      trails[flow].extend(trails_path, named, end);
      chains[flow] = chains_path.extend(chains[flow], named, end);
    }
    latest = std::max(latest, end);
  }
  void join(std::size_t flow, std::size_t other) {
    trails[flow].not_before(trails_path, std::min(trails[other].bare(trails_path), trails[flow].end(trails_path)));
    const Instant bare = std::min(chains_path.bare(chains[other]), chains_path.end(chains[flow]));
    chains[flow] = chains_path.not_before(chains[flow], bare);
  }
  void go_on(std::size_t flow, std::size_t from) {
    trails[flow].start(trails_path, trails[from].chain(trails_path));
    chains[flow] = chains_path.current(chains[from]);
  }
  void restart() {
    trails_path.restart(latest);
    chains_path.restart(latest);
  }
  bool ends_agree(std::size_t flow) { return trails[flow].end(trails_path) == chains_path.end(chains[flow]); }
  bool bare_agree(std::size_t flow) {
    const Instant bare = trails[flow].bare(trails_path);
    return bare == chains_path.bare(chains[flow]) && bare <= trails[flow].end(trails_path);
  }
  bool shares_agree(std::size_t flow) {
    return text(trails_path, trails[flow].chain(trails_path)) == text(chains_path, chains[flow]);
  }
};

RC_GTEST_PROP(Trail, ItsSharesAreThoseOfAChain, ()) {
  using Step = std::tuple<int, std::size_t, std::uint16_t, std::int64_t>;  // what, which flow, item, time
  const auto time = rc::gen::oneOf(
      rc::gen::inRange<std::int64_t>(0, 9),
      rc::gen::element<std::int64_t>(longest_noted - 1, longest_noted, longest_noted + 1, longest_noted * 3));
  const auto step = rc::gen::tuple(rc::gen::inRange(0, 40), rc::gen::inRange<std::size_t>(0, 3),
                                   rc::gen::inRange<std::uint16_t>(0, item_count), time);
  const auto steps = *rc::gen::scale(5.0, rc::gen::container<std::vector<Step>>(step));
  SideBySide both;
  for (const auto& [what, flow, item, duration] : steps) {
    if (what == 0)
      both.restart();
    else if (what == 1)
      both.go_on(flow, item % 3);
    else if (what == 2)
      RC_ASSERT(both.shares_agree(flow));
    else if (what == 3)
      RC_ASSERT(both.ends_agree(flow) && both.bare_agree(flow));
    else if (what == 4)
      both.join(flow, item % 3);
    else
      both.extend(flow, item, Duration{duration});
  }
  for (std::size_t flow = 0; flow < 3; ++flow) {
    RC_ASSERT(both.shares_agree(flow));
    RC_ASSERT(both.ends_agree(flow));
    RC_ASSERT(both.bare_agree(flow));
  }
}

TEST(Trail, HoldsAnyNumberOfSteps) {
  for (int steps = 0; steps < 70; ++steps) {
    SideBySide both;
    for (int i = 0; i < steps; ++i) both.extend(0, static_cast<std::uint16_t>(i % 7), Duration{1 + i});
    EXPECT_TRUE(both.shares_agree(0)) << steps << " steps";
  }
}

TEST(Trail, AStepMayBeLongerThanItsNoteHasRoomFor) {
  for (const std::int64_t time : {longest_noted, longest_noted + 1, longest_noted * 100}) {
    SideBySide both;
    both.extend(0, 299, Duration{5});
    both.extend(0, 298, Duration{time});
    both.extend(0, 297, Duration{5});
    EXPECT_TRUE(both.ends_agree(0));
    EXPECT_TRUE(both.shares_agree(0)) << time << " ps";
  }
}

TEST(Trail, ARestartForgetsItsSteps) {
  SideBySide both;
  both.extend(0, 1, Duration{50});
  both.extend(1, 1, Duration{80});
  both.restart();
  EXPECT_EQ(text(both.trails_path, both.trails[0].chain(both.trails_path)), "");
  both.extend(0, 2, Duration{7});
  EXPECT_EQ(text(both.trails_path, both.trails[0].chain(both.trails_path)), "2 7 x1\n");
  EXPECT_TRUE(both.ends_agree(0));
  EXPECT_TRUE(both.ends_agree(1));
}

TEST(Trail, WhatEndedBeforeMeasuringBeganIsNotOnIt) {
  CausalPath path;
  const Item item = path.item("wire");
  Trail trail;
  trail.start(path, {});
  path.restart(Instant{100});
  trail.extend(path, item, Instant{90});
  EXPECT_EQ(trail.end(path), Instant{100});
  trail.extend(path, item, Instant{110});
  EXPECT_EQ(text(path, trail.chain(path)), "wire 10 x1\n");
}

TEST(Trail, LeavesNoNodesUntilSomebodyGoesOnFromIt) {
  CausalPath path;
  const Item item = path.item("wire");
  Trail trail;
  trail.start(path, {});
  for (std::int64_t end = 1; end <= 16; ++end) trail.extend(path, item, Instant{end});
  EXPECT_EQ(path.extend({}, item, Instant{1}).node, 1u);
  EXPECT_EQ(trail.chain(path).node, 17u);
  EXPECT_EQ(trail.chain(path).node, 17u);
}

TEST(TrailDeathTest, ATrailDoesNotGoBack) {
  CausalPath path;
  const Item item = path.item("wire");
  Trail trail;
  trail.start(path, {});
  trail.extend(path, item, Instant{50});
  EXPECT_DEATH(trail.extend(path, item, Instant{49}), "end >= end_");
}

TEST(Trail, AnIntervalThatEndsBeyondTheClockIsRefusedByItsName) {
  CausalPath path;
  const Item flight = path.item("wire.propagation");
  Trail trail;
  trail.start(path, {});
  EXPECT_THROW(trail.extend(path, flight, Instant{1} + Duration{INT64_MAX}), Error);
}

}  // namespace
}  // namespace gin::sim
