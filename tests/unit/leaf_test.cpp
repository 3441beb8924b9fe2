// Which uplink of a leaf a message takes, by rule and by what the uplinks have to do.
#include "nic/leaf.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gin::emulated {
namespace {

constexpr std::uint32_t nics = 4;
constexpr Instant now{1000};

NicModel model_of(models::Routing routing, std::int64_t uplinks = 4) {
  NicModel model{};
  model.nic.line = {1'000'000'000};
  model.nic.messages_per_second = 1'000'000;
  model.wire.uplink_percent = 100;
  model.wire.uplinks = uplinks;
  model.wire.routing = routing;
  return model;
}

models::cost::Flow flow_to(std::uint32_t target) {
  return {.seed = 1, .source = 0, .target = target, .queue = 0};
}

TEST(Leaf, StaticallyAConnectionKeepsItsUplinkHoweverFullItIs) {
  Leaf leaf(model_of(models::Routing::by_flow), nics);
  Random ways(1);
  Uplink& own = leaf.uplink(flow_to(7), now, ways);
  own.bytes.reserve(now, Bytes{1 << 20});
  EXPECT_EQ(&leaf.uplink(flow_to(7), now, ways), &own);
  std::set<Uplink*> of_others;
  for (std::uint32_t target = 0; target < 64; ++target) of_others.insert(&leaf.uplink(flow_to(target), now, ways));
  EXPECT_EQ(of_others.size(), 4) << "others have others";
}

TEST(Leaf, SprayingTakesAllOfThemAndNoneForGood) {
  Leaf leaf(model_of(models::Routing::spray), nics);
  Random ways(1);
  std::set<Uplink*> taken;
  for (int message = 0; message < 64; ++message) taken.insert(&leaf.uplink(flow_to(7), now, ways));
  EXPECT_EQ(taken.size(), 4);
}

TEST(Leaf, AdaptivelyAMessageTakesTheOneThatIsThroughFirst) {
  Leaf leaf(model_of(models::Routing::adaptive), nics);
  Random ways(1);
  std::set<Uplink*> taken;
  for (int message = 0; message < 4; ++message) {
    Uplink& idle = leaf.uplink(flow_to(7), now, ways);
    EXPECT_TRUE(taken.insert(&idle).second) << "one that is idle";
    idle.bytes.reserve(now, Bytes{1000 - message});
  }
  Uplink& shortest = leaf.uplink(flow_to(7), now, ways);
  EXPECT_EQ(shortest.backlog(now), nanoseconds(997));
  // A wait for the message rate is one as well.
  shortest.messages.reserve(now, Bytes{1});
  EXPECT_NE(&leaf.uplink(flow_to(7), now, ways), &shortest);
}

TEST(Leaf, OneUplinkIsEverybodysAndLeavesNothingToChance) {
  for (const models::Routing routing :
       {models::Routing::by_flow, models::Routing::spray, models::Routing::adaptive}) {
    Leaf leaf(model_of(routing, 1), nics);
    Random ways(1), untouched(1);
    Uplink& only = leaf.uplink(flow_to(7), now, ways);
    EXPECT_EQ(&leaf.uplink(flow_to(8), now, ways), &only);
    EXPECT_EQ(ways.next(), untouched.next());
    EXPECT_EQ(only.bytes.reserve(now, Bytes{4000}).end, now + nanoseconds(1000)) << "as wide as all NICs together";
  }
}

}  // namespace
}  // namespace gin::emulated
