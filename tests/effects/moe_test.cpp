// Expert dispatch and combine: no token is lost or doubled on any number of PEs, with any routing, on any path.
#include <algorithm>

#include "core/base/error.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

const char* const moe = "tests/effects/moe.json";

Sets operator+(Sets sets, const Sets& more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

std::int64_t pes(const Sets& cluster) {
  return std::stoll(cluster.at(0).value) * std::stoll(cluster.at(1).value);
}

Sets cluster(int nodes, int gpus_per_node) {
  return {{"cluster.nodes", std::to_string(nodes)}, {"cluster.gpus_per_node", std::to_string(gpus_per_node)}};
}

const trace::Row expect_right(const Sets& sets) {
  const trace::Result result = laboratory::run(moe, sets);
  const trace::Row& row = result.rows.at(0);
  EXPECT_TRUE(row.verified) << row.mismatch;
  return row;
}

/// Puts of an iteration when every copy goes out and comes back as a message of its own.
std::int64_t puts_each_way(const trace::Row& row, std::int64_t iterations) {
  return laboratory::counter(row, "puts") / 2 / iterations;
}

struct Place {
  std::string name;
  Sets cluster;
  std::string path;
};
class MoeOn : public testing::TestWithParam<Place> {
 protected:
  Sets base(const std::string& mode) const {
    return GetParam().cluster + Sets{{"path", GetParam().path}, {"params.mode", mode}, {"measure.iterations", "2"}};
  }
};

TEST_P(MoeOn, TokensOutAreTokensInWhateverTheRouting) {
  for (const std::string tokens : {"0", "1", "7"})
    for (const std::string routing : {"balanced", "random", "skewed", "hot"})
      for (const std::string format : {"fp8", "bf16"}) {
        const Sets sets = {{"params.tokens", tokens}, {"params.routing", routing}, {"params.format", format}};
        SCOPED_TRACE(tokens + " tokens, " + routing + ", " + format);
        const trace::Row row = expect_right(base("low_latency") + sets);
        EXPECT_EQ(puts_each_way(row, 2), pes(GetParam().cluster) * std::stoll(tokens) * 3);
        expect_right(base("all_to_all_v") + sets);
      }
}

INSTANTIATE_TEST_SUITE_P(Places, MoeOn,
                         testing::Values(Place{"TwoByPointer", cluster(1, 2), "pointer"},
                                         Place{"EightByPointer", cluster(1, 8), "pointer"},
                                         Place{"TwoByGpu", cluster(2, 1), "gpu"},
                                         Place{"ThreeByProxy", cluster(3, 1), "proxy"},
                                         Place{"EightByGpu", cluster(2, 4), "gpu"},
                                         Place{"EightByProxy", cluster(8, 1), "proxy"},
                                         Place{"ThreeByCpuDoorbell", cluster(3, 1), "gpu-cpu-doorbell"},
                                         Place{"FourByHost", cluster(4, 1), "host"}),
                         [](const auto& test) { return test.param.name; });

TEST(Moe, CombineAloneSendsTokensInTheFirstIterationAndAnswersInEvery) {
  for (const std::string path : {"gpu", "proxy", "host"})
    for (const std::string routing : {"random", "hot"}) {
      const Sets place = cluster(4, 1) + Sets{{"path", path}, {"params.routing", routing}, {"params.tokens", "5"}};
      const trace::Row alone = expect_right(
          place + Sets{{"params.phase", "combine"}, {"measure.warmup", "0"}, {"measure.iterations", "3"}});
      EXPECT_EQ(laboratory::counter(alone, "puts"), 4 * 5 * 3 * (1 + 3)) << path << ' ' << routing;
      const Sets measured = {{"measure.warmup", "1"}, {"measure.iterations", "3"}};
      EXPECT_LT(expect_right(place + measured + Sets{{"params.phase", "combine"}}).max_ps(),
                expect_right(place + measured).p50_ps());
    }
}

TEST(Moe, CombineAloneGoesWithMessagesPerCopyOnly) {
  EXPECT_THROW(laboratory::run(moe, {{"params.phase", "combine"}, {"params.mode", "all_to_all_v"}}), Error);
}

TEST(Moe, SixtyFourPesLoseNothing) {
  for (const std::string mode : {"low_latency", "all_to_all_v"})
    for (const std::string path : {"gpu", "proxy"})
      expect_right(cluster(16, 4) + Sets{{"params.mode", mode}, {"path", path}, {"measure.iterations", "1"}});
}

TEST(Moe, ManyTokensSpanSeveralSearches) {
  for (const std::string mode : {"low_latency", "all_to_all_v"})
    for (const std::string tokens : {"128", "256", "300"})
      expect_right({{"params.mode", mode},
                    {"params.tokens", tokens},
                    {"params.top_k", "8"},
                    {"params.routing", "hot"},
                    {"params.hidden", "5"},
                    {"measure.iterations", "2"}});
}

TEST(Moe, SizesNeedNotBeMultiplesOfAnything) {
  for (const std::string hidden : {"1", "3", "127", "128", "129", "1030"})
    for (const std::string format : {"fp8", "bf16"})
      for (const std::string agents : {"1", "5", "16"})
        for (const std::string mode : {"low_latency", "all_to_all_v"})
          expect_right({{"params.hidden", hidden},
                        {"params.format", format},
                        {"params.mode", mode},
                        {"launch.agents", agents}});
}

TEST(Moe, CountsFollowTheirTokensWithEverySignallingAndQueueRule) {
  for (const std::string style : {"put_signal", "put_fence_flag", "put_quiet_flag"})
    for (const std::string map : {"single", "by_agent", "round_robin"})
      for (const std::string strong : {"true", "false"})
        for (const std::string mode : {"low_latency", "all_to_all_v"})
          expect_right({{"signalling", style},
                        {"stack.queues.per_peer", "3"},
                        {"stack.queues.map", map},
                        {"stack.strong_signals", strong},
                        {"params.mode", mode},
                        {"path", "gpu"},
                        {"params.tokens", "16"},
                        {"params.format", "bf16"},
                        {"params.hidden", "3000"},
                        {"cluster.gpus_per_node", "1"}});
}

TEST(Moe, CountsFollowTheirTokensOverAFabricThatReorders) {
  for (const std::string style : {"put_signal", "put_fence_flag", "put_quiet_flag"})
    for (const std::string mode : {"low_latency", "all_to_all_v"})
      expect_right({{"cluster.profile", "aws-p5-efa"},
                    {"path", "proxy"},
                    {"signalling", style},
                    {"params.mode", mode},
                    {"params.hidden", "3000"}});
}

TEST(Moe, AgentsShareAnExpertWhereThereAreMoreOfThem) {
  for (const std::string mode : {"low_latency", "all_to_all_v"})
    for (const std::string style : {"put_signal", "put_fence_flag"})
      for (const std::string routing : {"balanced", "random", "hot"})
        for (const std::string agents : {"4", "7", "64"}) {
          const trace::Row row = expect_right(cluster(2, 1) + Sets{{"params.mode", mode},
                                                                   {"signalling", style},
                                                                   {"params.routing", routing},
                                                                   {"params.experts_per_pe", "1"},
                                                                   {"params.top_k", "1"},
                                                                   {"params.tokens", "300"},
                                                                   {"params.hidden", "8"},
                                                                   {"launch.agents", agents},
                                                                   {"measure.iterations", "3"}});
          if (mode == "low_latency") {
            EXPECT_EQ(puts_each_way(row, 3), 2 * 300);
          }
        }
}

TEST(Moe, LanesMayRunInAnyOrder) {
  for (const std::string mode : {"low_latency", "all_to_all_v"})
    expect_right({{"test.permute_lanes", "true"}, {"params.mode", mode}, {"test.start_near_wrap", "true"}});
}

TEST(Moe, AMessageHasTheSizeOfDeepEp) {
  const Sets one_each =
      cluster(2, 1) +
      Sets{{"params.tokens", "1"},    {"params.experts_per_pe", "1"},   {"params.top_k", "2"},
           {"params.hidden", "7168"}, {"signalling", "put_fence_flag"}, {"measure.iterations", "1"}};
  const auto bytes = [&](const Sets& sets) {
    const trace::Row row = expect_right(one_each + sets);
    for (const trace::Traffic& path : row.by_path)
      if (path.name == "gpu") return path.bytes;
    return std::int64_t{0};
  };
  const std::int64_t signals = 2 * 8;  // one of 8 bytes each way
  EXPECT_EQ(bytes({{"params.phase", "dispatch"}}), 2 * 7408 + signals);
  EXPECT_EQ(bytes({{"params.phase", "dispatch"}, {"params.format", "bf16"}}), 2 * (14336 + 16) + signals);
  EXPECT_EQ(bytes({}), 2 * (7408 + 14336) + 2 * signals);
}

TEST(Moe, PhantomPayloadTakesItsTimeAndLosesNoCount) {
  for (const std::string mode : {"low_latency", "all_to_all_v"}) {
    const Sets sets = {{"params.mode", mode}, {"params.hidden", "2000"}, {"params.routing", "skewed"}};
    const trace::Row real = expect_right(sets);
    const trace::Row phantom = laboratory::run(moe, sets + Sets{{"payload", "phantom"}}).rows.at(0);
    EXPECT_EQ(real.samples_ps, phantom.samples_ps);
  }
}

TEST(Moe, HotExpertsTakeLonger) {
  const Sets many = cluster(8, 1) + Sets{{"params.tokens", "32"}, {"params.hidden", "2048"}, {"path", "gpu"}};
  const auto time = [&](const std::string& routing) {
    return expect_right(many + Sets{{"params.routing", routing}}).p50_ps();
  };
  EXPECT_GT(2 * time("hot"), 3 * time("balanced"));
}

TEST(Moe, CombiningTakesTimeBeyondDispatch) {
  for (const std::string mode : {"low_latency", "all_to_all_v"})
    EXPECT_GT(expect_right({{"params.mode", mode}}).p50_ps(),
              expect_right({{"params.mode", mode}, {"params.phase", "dispatch"}}).p50_ps());
}

/// Every message of the last iteration in turn: a wrong bit in any of them is found, and no run hangs or strays.
TEST(Moe, OneWrongBitInAnyMessageIsFound) {
  const Sets small = cluster(2, 1) + Sets{{"params.tokens", "3"}, {"params.hidden", "20"}, {"path", "gpu"}};
  const std::int64_t messages = 2 * 3 * 3 * 2;  // PEs, tokens, choices, both ways
  for (const std::string style : {"put_signal", "put_fence_flag"})
    for (std::int64_t n = 1; n <= messages; ++n) {
      const Sets flip = {{"test.flip_payload", std::to_string(n)}, {"signalling", style}};
      EXPECT_FALSE(laboratory::run(moe, small + flip).rows.at(0).verified) << style << ", message " << n;
    }
  const std::int64_t blocks = 2 * 2 * 3;  // PEs, peers; rows, tokens, answers
  for (std::int64_t n = 1; n <= blocks; ++n)
    EXPECT_FALSE(laboratory::run(
                     moe, small + Sets{{"test.flip_payload", std::to_string(n)}, {"params.mode", "all_to_all_v"}})
                     .rows.at(0)
                     .verified)
        << "block " << n;
}

TEST(Moe, ParametersThatDoNotFitAreRefused) {
  EXPECT_THROW(laboratory::run(moe, cluster(1, 1) + Sets{{"params.experts_per_pe", "2"}}), Error);
  EXPECT_THROW(laboratory::run(moe, cluster(65, 1) + Sets{{"params.experts_per_pe", "63"}}), Error);
  expect_right(cluster(1, 1) + Sets{{"path", "pointer"}});
}

}  // namespace
}  // namespace gin
