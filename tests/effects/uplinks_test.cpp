// Which uplink a message takes: what hashing costs where connections meet, what adaptivity saves, and that software
// which puts signals in order sees what was overtaken.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "models/cost/wire.hpp"
#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;
using Sets = std::vector<scenario::Assignment>;

constexpr const char* file = "scenarios/library/uplink_routing.json";
constexpr std::uint32_t nodes = 8, gpus = 4, uplinks = 8;
constexpr std::int64_t messages = 16;

TEST(Uplinks, HashingCollidesAdaptivityIsNearTheBoundAndSprayingIsBetween) {
  const trace::Result result = laboratory::run(file);
  const auto over_adaptive = [&](const char* peers, const char* routing) {
    return percent(row(result, {routing, peers}), row(result, {"adaptive", peers}));
  };
  EXPECT_GE(over_adaptive("next", "static"), 300);
  EXPECT_GE(over_adaptive("next", "spray"), 120);
  EXPECT_LE(over_adaptive("next", "spray"), 200);
  // Many connections of a leaf even out, whoever chooses.
  EXPECT_GT(over_adaptive("cross", "static"), over_adaptive("cross", "spray"));
  EXPECT_GE(over_adaptive("cross", "spray"), 100);
  EXPECT_LE(over_adaptive("cross", "static"), 110);
  // Sixteen messages one behind the other; the rest of the permutation's time is the latency of the last.
  const trace::Row& next = row(result, {"adaptive", "next"});
  EXPECT_LE(next.p50_ps() - next.bound_ps, 5'000'000);
  const trace::Row& cross = row(result, {"adaptive", "cross"});
  EXPECT_LE(cross.p50_ps() * 100, cross.bound_ps * 104);
}

/// Each GPU's one connection is hashed onto an uplink of its leaf; as many as the busiest uplink of all has follow
/// each other there.
TEST(Uplinks, APermutationTakesAsLongAsTheUplinkOnWhichMostConnectionsMeet) {
  const models::Profile p = models::load_profile("dgx-h100-cx7");
  const std::int64_t each = models::cost::serialize(p.nic, {65536}).ps * messages;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    std::int64_t most = 0;
    for (std::uint32_t place = 0; place < gpus; ++place) {
      std::vector<std::int64_t> on(uplinks);
      for (std::uint32_t node = 0; node < nodes; ++node) {
        const std::uint32_t next = (node + 1) % nodes * gpus + (place + 1) % gpus;
        ++on.at(models::cost::uplink_of({.seed = seed, .source = node * gpus + place, .target = next}, uplinks));
      }
      most = std::max(most, *std::ranges::max_element(on));
    }
    const trace::Result result = laboratory::run(file, {{"seed", std::to_string(seed)}});
    const std::int64_t alone = row(result, {"adaptive", "next"}).p50_ps();
    const std::int64_t together = row(result, {"static", "next"}).p50_ps() - alone;
    EXPECT_LE(std::abs(together - (most - 1) * each), each / 50) << seed;
  }
}

TEST(Uplinks, WhoHasOneLeafOrOneUplinkHasNoChoice) {
  const auto times = [](const Sets& sets) {
    std::vector<std::int64_t> all;
    for (const trace::Row& each : laboratory::run(file, sets).rows) all.push_back(each.p50_ps());
    return all;
  };
  const std::vector<std::int64_t> one_leaf = times({{"cluster.gpus_per_node", "1"}});
  const std::vector<std::int64_t> one_uplink = times({{"profile.wire.uplinks", "1"}});
  for (const std::vector<std::int64_t>& all : {one_leaf, one_uplink})
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], all[i % 2]) << i;  // a row for each traffic
  EXPECT_EQ(one_leaf, times({{"cluster.gpus_per_node", "1"}, {"profile.wire.uplinks", "1"}}));
}

/// When the targets' CPUs carry signals out, one after the other, in microseconds with six digits.
std::vector<std::int64_t> signals_applied(const std::string& routing, const std::string& order) {
  std::vector<std::int64_t> all;
  for (std::string line : laboratory::timeline(
           "tests/effects/uplinks.json", {{"profile.wire.routing", routing}, {"stack.arrivals.signals", order}}))
    if (line.find(" us  PE 1: applied") != std::string::npos) {
      line.resize(line.find(" us"));
      std::erase_if(line, [](char c) { return c < '0' || c > '9'; });
      all.push_back(std::stoll(line));
    }
  return all;
}

TEST(Uplinks, SoftwareThatPutsSignalsInOrderWaitsForWhatWasOvertaken) {
  const auto waited = [](const char* routing) {
    const std::vector<std::int64_t> any = signals_applied(routing, "receiver_count"),
                                    ordered = signals_applied(routing, "receiver_reorder");
    EXPECT_EQ(any.size(), 16) << routing;
    return std::reduce(ordered.begin(), ordered.end()) - std::reduce(any.begin(), any.end());
  };
  EXPECT_GT(waited("spray"), 0);
  EXPECT_EQ(waited("static"), 0) << "a connection has one way";
  EXPECT_EQ(waited("adaptive"), 0)
      << "of messages as long as each other, none overtakes where each takes the first way";
}

TEST(Uplinks, AnotherSeedIsAnotherHashAndTheSameSeedTheSameRun) {
  const auto time = [](const char* seed) {
    return row(laboratory::run(file, {{"seed", seed}}), {"static", "cross"}).p50_ps();
  };
  EXPECT_EQ(time("1"), time("1"));
  EXPECT_NE(time("1"), time("2"));
}

}  // namespace
}  // namespace gin
