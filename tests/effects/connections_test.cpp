// The rate of messages falls when a NIC does not hold the contexts of all connections in use: it emerges from
// misses, and ends where the cost function says.
#include "models/cost/nic.hpp"
#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

constexpr std::int64_t connections = 64;
constexpr std::int64_t messages = 64 * 16;

/// What a NIC of the scenario holds: 0 is all.
std::int64_t time_with(std::int64_t contexts, std::int64_t fetches = 10) {
  const trace::Result result = laboratory::run("tests/effects/connections.json",
                                               {{"stack.queues.per_peer", std::to_string(connections)},
                                                {"stack.queues.map", "by_agent"},
                                                {"profile.nic.connections", std::to_string(contexts)},
                                                {"profile.nic.connection_fetches", std::to_string(fetches)}});
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0).p50_ps();
}

TEST(Connections, ANicThatHoldsAllOfThemIsAsFastAsOneWithoutALimit) {
  EXPECT_EQ(time_with(connections), time_with(0));
}

TEST(Connections, RateFallsAsContextsAreMissingAndEndsAtWhatTheFetchesCarry) {
  const std::int64_t all = time_with(0), none = time_with(1);
  EXPECT_GT(none, 2 * all);
  models::Profile p = models::load_profile("dgx-h100-cx7");
  p.nic.connections = 1;
  p.nic.connection_fetches = 10;
  const models::cost::Work put{.bytes = {8}, .inlined = true};
  const std::int64_t carried = busiest(p, put, {.active = connections}, messages).total().ps;
  EXPECT_GT(none, carried);
  EXPECT_LT(none, carried * 5 / 4) << "besides, the first and the last are on their way";
}

TEST(Connections, WhoTakesTurnsMissesEachTimeThoughHalfWouldFit) {
  // Least recently used is the next to be used: agents take turns, so the cache helps nobody.
  EXPECT_GT(time_with(connections / 2) * 10, time_with(1) * 9);
}

TEST(Connections, MoreFetchesAtATimeBringTheRateBack) {
  EXPECT_LT(time_with(1, 40), time_with(1, 10));
  EXPECT_LT(time_with(1, 10), time_with(1, 2));
}

TEST(Connections, OrderWithinAConnectionHoldsThoughOthersGoAhead) {
  for (const char* file : {"tests/effects/pipeline.json", "tests/effects/transpose.json", "tests/effects/moe.json",
                           "scenarios/library/signalling_ib.json"}) {
    for (const char* fetches : {"1", "64"}) {
      const trace::Result result = laboratory::run(file, {{"cluster.profile", "dgx-h100-cx7"},
                                                          {"profile.nic.connections", "1"},
                                                          {"profile.nic.connection_fetches", fetches}});
      for (const trace::Row& row : result.rows) EXPECT_TRUE(row.verified) << file << row.mismatch;
    }
  }
}

}  // namespace
}  // namespace gin
