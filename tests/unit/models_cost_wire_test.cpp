// Which uplink a message takes, and how full chance makes the fullest, against sums made by hand and draws.
#include "models/cost/wire.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "models/cost/scatter.hpp"
#include "tests/unit/round_machine.hpp"

namespace gin::models::cost {
namespace {

TEST(Scatter, IsWhatAHandCounts) {
  EXPECT_EQ(fullest_thousandths({0, 4}), 0);
  EXPECT_EQ(fullest_thousandths({1, 4}), 1000);
  EXPECT_EQ(fullest_thousandths({7, 1}), 7000);
  EXPECT_EQ(fullest_thousandths({2, 2}), 1500);  // two of four ways are together
  EXPECT_EQ(fullest_thousandths({2, 4}), 1250);
  EXPECT_EQ(fullest_thousandths({3, 3}), 1889);  // of 27 ways 6 have one each, 18 two somewhere, 3 all three
  EXPECT_EQ(fullest_thousandths({4, 2}), 2750);  // of 16 ways 6 are even, 8 three to one
}

TEST(Scatter, IsTheMeanOfManyDraws) {
  constexpr std::int64_t draws = 4000;
  Random random(7);
  for (const Scatter& scatter : {Scatter{8, 8}, Scatter{100, 8}, Scatter{256, 64}, Scatter{2000, 16}}) {
    std::int64_t sum = 0;
    for (std::int64_t draw = 0; draw < draws; ++draw) {
      std::vector<std::int64_t> on(static_cast<std::size_t>(scatter.places));
      for (std::int64_t thing = 0; thing < scatter.things; ++thing) ++on[random.below(on.size())];
      sum += *std::ranges::max_element(on);
    }
    const std::int64_t drawn = sum * 1000 / draws, counted = fullest_thousandths(scatter);
    EXPECT_LE(std::abs(drawn - counted) * 100, drawn) << scatter.things << " on " << scatter.places;
  }
}

RC_GTEST_PROP(Scatter, IsAtLeastTheShareAndGrowsWithThingsAndFallsWithPlaces, ()) {
  const Scatter scatter{*rc::gen::inRange<std::int64_t>(1, 300), *rc::gen::inRange<std::int64_t>(1, 16)};
  const std::int64_t fullest = fullest_thousandths(scatter);
  RC_ASSERT(fullest >= scatter.things * 1000 / scatter.places);
  RC_ASSERT(fullest <= scatter.things * 1000);
  RC_ASSERT(fullest_thousandths({scatter.things + 1, scatter.places}) >= fullest);
  RC_ASSERT(fullest_thousandths({scatter.things, scatter.places + 1}) <= fullest);
}

Profile with_uplinks(std::int64_t uplinks, Routing routing) {
  Profile p = test::round_profile();
  p.wire.uplink_percent = 100;
  p.wire.uplinks = uplinks;
  p.wire.routing = routing;
  return p;
}

Duration climbing(const Profile& p, const Climbing& all) {
  return climb(p.nic, p.wire, all).total();
}

TEST(UplinkCost, AnUplinkIsItsShareOfWhatTheNicsOfTheLeafCanSend) {
  WireProfile wire = test::round_profile().wire;
  wire.uplink_percent = 100;
  wire.uplinks = 8;
  EXPECT_EQ(of_uplink(wire, 50'000'000'000, 8), 50'000'000'000);
  EXPECT_EQ(of_uplink(wire, 50'000'000'000, 4), 25'000'000'000);
  wire.uplink_percent = 50;
  EXPECT_EQ(of_uplink(wire, 50'000'000'000, 4), 12'500'000'000);
  wire.uplink_percent = 300;
  EXPECT_EQ(of_uplink(wire, 50'000'000'000, 4), 25'000'000'000) << "no more than the NICs send";
  EXPECT_EQ(of_uplink(wire, 1, 1), 1) << "never nothing";
}

TEST(UplinkCost, AFlowKeepsItsUplinkAndFlowsAreSpread) {
  std::vector<std::int64_t> on(8);
  for (std::uint32_t source = 0; source < 40; ++source)
    for (std::uint32_t target = 0; target < 40; ++target) {
      const Flow flow{.seed = 1, .source = source, .target = target, .queue = 3};
      const std::size_t uplink = uplink_of(flow, on.size());
      EXPECT_EQ(uplink_of(flow, on.size()), uplink);
      ++on.at(uplink);
    }
  for (const std::int64_t flows : on) {
    EXPECT_GE(flows, 150);
    EXPECT_LE(flows, 250);
  }
}

TEST(UplinkCost, HashesFillTheFullestUplinkAsChanceWould) {
  constexpr std::uint64_t seeds = 3000;
  std::int64_t sum = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    std::vector<std::int64_t> on(8);
    for (std::uint32_t nic = 0; nic < 8; ++nic)
      ++on.at(uplink_of({.seed = seed, .source = nic * 4, .target = nic * 4 + 5}, on.size()));
    sum += *std::ranges::max_element(on);
  }
  const std::int64_t mean = sum * 1000 / static_cast<std::int64_t>(seeds), expected = fullest_thousandths({8, 8});
  EXPECT_LE(std::abs(mean - expected) * 100, expected * 2) << mean;
}

TEST(UplinkCost, AnotherSeedDirectionOrQueueIsAnotherHash) {
  const auto differ = [](auto change) {
    int different = 0;
    for (std::uint32_t i = 0; i < 64; ++i) {
      const Flow flow{.seed = 1, .source = i, .target = i + 1, .queue = 0};
      different += uplink_of(flow, 64) != uplink_of(change(flow), 64);
    }
    return different;
  };
  EXPECT_GE(differ([](Flow flow) { return ++flow.seed, flow; }), 56);
  EXPECT_GE(differ([](Flow flow) { return ++flow.queue, flow; }), 56);
  EXPECT_GE(differ([](Flow flow) { return std::swap(flow.source, flow.target), flow; }), 56);
}

TEST(UplinkCost, TheFullestUplinkCarriesWhatChanceGivesIt) {
  // 4 KiB and 50 bytes of header at 20 ps a byte; two uplinks, each as wide as a NIC.
  const Duration message = picoseconds((4096 + 50) * 20);
  const Climbing two{.nics = 2, .flows = 2, .messages = 4, .bytes = {4096}};
  EXPECT_EQ(climbing(with_uplinks(2, Routing::by_flow), two), message * 6);  // 1.5 flows of four
  EXPECT_EQ(climbing(with_uplinks(2, Routing::adaptive), two), message * 4);
  const Duration sprayed = climbing(with_uplinks(2, Routing::spray), two);
  EXPECT_GT(sprayed, message * 5) << "of eight messages 5.09 are on the fuller one";
  EXPECT_LT(sprayed, message * 6);
  for (const Routing routing : {Routing::by_flow, Routing::spray, Routing::adaptive})
    EXPECT_EQ(climbing(with_uplinks(1, routing), two), message * 4) << "one uplink as wide as both NICs";
}

TEST(UplinkCost, SmallMessagesAreBoundByTheirRate) {
  Profile p = with_uplinks(2, Routing::adaptive);
  p.nic.messages_per_second = 1'000'000;
  EXPECT_EQ(climbing(p, {.nics = 2, .flows = 2, .messages = 10, .bytes = {8}}), microseconds(10));
}

RC_GTEST_PROP(UplinkCost, AdaptiveIsNeverBehindSprayNorSprayBehindStatic, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  const Climbing all{.nics = upto(16), .flows = upto(100), .messages = upto(10), .bytes = {upto(100'000)}};
  const std::int64_t uplinks = upto(16);
  const auto time = [&](Routing routing) { return climbing(with_uplinks(uplinks, routing), all); };
  RC_ASSERT(time(Routing::adaptive) <= time(Routing::spray));
  RC_ASSERT(time(Routing::spray) <= time(Routing::by_flow));
  Climbing more = all;
  more.flows += upto(20);
  for (const Routing routing : {Routing::by_flow, Routing::spray, Routing::adaptive}) {
    const Profile p = with_uplinks(uplinks, routing);
    RC_ASSERT(climbing(p, all) <= climbing(p, more));
  }
}

}  // namespace
}  // namespace gin::models::cost
