// Every workload with right data on every path, with and without order and atomics in the fabric, at sizes that
// nobody likes: nothing, one element, not a multiple of the agents, uneven routes and empty ones.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

Sets operator+(Sets sets, const Sets& more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

struct Place {
  const char* path;
  const char* profile;
  const char* signals;
};

std::string name_of(const Place& place) {
  std::string name = std::string(place.profile) + "_" + place.path + "_" + place.signals;
  for (char& c : name)
    if (std::isalnum(c) == 0) c = '_';
  return name;
}

class EveryWorkload : public testing::TestWithParam<Place> {
 protected:
  /// All PEs on nodes of their own, and four to a node.
  void expect_right(const std::string& file, const Sets& sets) const {
    for (const auto& [nodes, gpus] : {std::pair{"2", "1"}, {"3", "1"}, {"2", "4"}}) {
      const Sets all = {{"cluster.nodes", nodes},
                        {"cluster.gpus_per_node", gpus},
                        {"cluster.profile", GetParam().profile},
                        {"path", GetParam().path},
                        {"stack.arrivals.signals", GetParam().signals},
                        {"stack.queues.stripe_min_bytes", "256"}};
      for (const trace::Row& row : laboratory::run(file, all + sets).rows)
        EXPECT_TRUE(row.verified) << nodes << " nodes of " << gpus << ": " << row.mismatch;
    }
  }
};

TEST_P(EveryWorkload, PipelinesOfAnySize) {
  for (const char* bytes : {"0", "8", "40", "70008"})
    for (const char* style : {"put_signal", "put_fence_flag", "put_quiet_flag"})
      expect_right("tests/effects/pipeline.json", {{"params.bytes", bytes}, {"signalling", style}});
}

TEST_P(EveryWorkload, TransposesOfAnySizeAndMode) {
  for (const char* mode : {"all_to_all", "interleaved", "pairwise", "two_sided"})
    for (const char* rows : {"1", "7", "33"})
      expect_right("tests/effects/transpose.json", {{"params.mode", mode}, {"params.rows", rows}});
}

TEST_P(EveryWorkload, DispatchesOfAnySizeAndRouting) {
  for (const char* mode : {"low_latency", "all_to_all_v"})
    for (const char* tokens : {"0", "1", "5"})
      for (const char* routing : {"skewed", "hot"})
        expect_right("tests/effects/moe.json",
                     {{"params.mode", mode}, {"params.tokens", tokens}, {"params.routing", routing}});
}

TEST_P(EveryWorkload, CutIntoSegmentsAndSpreadOverRails) {
  const Sets cut = {{"profile.nic.message_max_bytes", "3000"}, {"profile.nic.rails", "3"}};
  for (const char* style : {"put_signal", "put_fence_flag"})
    expect_right("tests/effects/pipeline.json", cut + Sets{{"params.bytes", "70008"}, {"signalling", style}});
  expect_right("tests/effects/transpose.json", cut + Sets{{"params.rows", "33"}});
}

TEST_P(EveryWorkload, SendsThatCarryTheirBytesAndSendsThatAreFetched) {
  for (const char* eager_max : {"0", "4356", "4355"})
    expect_right("tests/effects/transpose.json", {{"params.mode", "two_sided"},
                                                  {"params.rows", "33"},
                                                  {"launch.agents", "1"},
                                                  {"stack.arrivals.eager_max_bytes", eager_max}});
  // One work request carries no more than the NIC allows.
  expect_right("tests/effects/transpose.json", {{"params.mode", "two_sided"},
                                                {"params.rows", "33"},
                                                {"stack.arrivals.eager_max_bytes", "1000000"},
                                                {"profile.nic.message_max_bytes", "512"}});
}

TEST_P(EveryWorkload, StartsAnywhereOnEveryNumberCircle) {
  const Sets wrap = {{"test.start_near_wrap", "true"}, {"measure.iterations", "30"}};
  expect_right("tests/effects/pipeline.json", wrap);
  expect_right("tests/effects/transpose.json", wrap);
}

TEST_P(EveryWorkload, LosesNothingWhenEverythingIsFull) {
  const Sets narrow = {{"stack.proxy.ring_slots", "128"},
                       {"stack.queues.depth", "64"},
                       {"stack.proxy.completions_max", "64"},
                       {"stack.proxy.budget_operations", "2"},
                       {"stack.arrivals.acknowledge_most", "1"}};
  expect_right("tests/effects/pipeline.json", narrow + Sets{{"params.chunks", "150"}});
  expect_right("tests/effects/transpose.json", narrow);
}

std::vector<Place> places() {
  std::vector<Place> all;
  for (const char* path : {"gpu", "gpu-cpu-doorbell", "proxy", "host"}) {
    all.push_back({path, "dgx-h100-cx7", "receiver_count"});
    for (const char* signals : {"receiver_count", "receiver_reorder", "sender_hold"})
      all.push_back({path, "aws-p5-efa", signals});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(On, EveryWorkload, testing::ValuesIn(places()),
                         [](const auto& test) { return name_of(test.param); });

TEST(SixtyFourPes, OnAFabricWithoutOrder) {
  for (const char* path : {"gpu", "proxy"})
    for (const char* file :
         {"tests/effects/pipeline.json", "tests/effects/transpose.json", "tests/effects/moe.json"})
      for (const trace::Row& row : laboratory::run(file, {{"cluster.nodes", "16"},
                                                          {"cluster.gpus_per_node", "4"},
                                                          {"cluster.profile", "aws-p5-efa"},
                                                          {"path", path}})
                                       .rows)
        EXPECT_TRUE(row.verified) << path << " " << file << ": " << row.mismatch;
}

TEST(Layers, AreNamedWhereTheFabricDoesNotDoItAndCharged) {
  const Sets proxy = {{"path", "proxy"}};
  const trace::Row ordered = laboratory::run("tests/effects/pipeline.json", proxy).rows.at(0);
  EXPECT_TRUE(ordered.layers.empty());
  EXPECT_EQ(laboratory::counter(ordered, "arrivals"), 0);
  const trace::Row without =
      laboratory::run("tests/effects/pipeline.json", {{"path", "proxy"}, {"cluster.profile", "aws-p5-efa"}})
          .rows.at(0);
  const std::vector<std::string> expected = {"Striped(4 rails from 131072 bytes)", "OrderedSignals(receiver count)",
                                             "SoftAtomics"};
  EXPECT_EQ(without.layers, expected);
  EXPECT_GT(laboratory::counter(without, "arrivals"), 0);
  EXPECT_GT(laboratory::counter(without, "acknowledgements"), 0);
  bool charged = false;
  for (const trace::PathItem& item : without.critical_path) charged |= item.item == "arrival.handle";
  EXPECT_TRUE(charged);
}

TEST(Layers, WhereTheNicCountsNoCpuHasAPart) {
  const Sets counted = {{"cluster.profile", "aws-p5en-efa-direct"},
                        {"stack", "nccl-efa-gda"},
                        {"path", "gpu"},
                        {"params.contexts", "1"}};
  const trace::Row row = laboratory::run("tests/effects/alltoall.json", counted).rows.at(0);
  EXPECT_TRUE(row.verified) << row.mismatch;
  EXPECT_EQ(row.layers, std::vector<std::string>{"NicCounters(512)"});
  for (const char* by_cpu : {"arrivals", "acknowledgements"})
    EXPECT_EQ(laboratory::counter(row, by_cpu), 0) << by_cpu;
  EXPECT_GT(row.bound_ps, 0);
  EXPECT_LE(row.bound_ps, row.p50_ps());
}

/// What the run is refused with.
std::string refused_with(const std::string& file, const Sets& sets) {
  try {
    laboratory::run(file, sets);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2);
    return error.what();
  }
  return "nothing";
}

TEST(Layers, MoreSignalsThanTheNicCountsAreRefusedWithBothNumbers) {
  Sets counted = {{"cluster.profile", "aws-p5en-efa-direct"},
                  {"stack", "nccl-efa-gda"},
                  {"path", "gpu"},
                  {"profile.nic.counters", "3"}};
  const std::string sentence = refused_with("tests/effects/alltoall.json", counted);
  EXPECT_NE(sentence.find("expected at most 3 words that signals may go to"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("got "), std::string::npos) << sentence;
}

TEST(Layers, SendsThatACpuMatchesAreRefusedWhereTheNicCounts) {
  const std::string sentence =
      refused_with("tests/effects/transpose.json", {{"cluster.profile", "aws-p5en-efa-direct"},
                                                    {"stack", "nccl-efa-gda"},
                                                    {"path", "gpu"},
                                                    {"params.mode", "two_sided"}});
  EXPECT_NE(sentence.find("stack.arrivals.signals: expected signals that a CPU has a part in"), std::string::npos)
      << sentence;
}

TEST(Layers, AValueIsReadFromMemoryByANicThatCountsAndTravelsInTheRequestElsewhere) {
  const auto reads = [](const char* signals) {
    const Sets one_value = {{"cluster.profile", "aws-p5-efa"},
                            {"path", "gpu"},
                            {"params.op", "p"},
                            {"launch.agents", "1"},
                            {"params.until", "quiet"},
                            {"stack.arrivals.signals", signals}};
    const trace::Row row = laboratory::run("tests/effects/one_call.json", one_value).rows.at(0);
    EXPECT_TRUE(row.verified) << row.mismatch;
    for (const trace::PathItem& item : row.critical_path)
      if (item.item == "pcie.payload_read") return true;
    return false;
  };
  EXPECT_TRUE(reads("nic_counter"));
  EXPECT_FALSE(reads("receiver_count"));
}

TEST(Layers, AWordIsCountedByOneNicOnly) {
  try {
    laboratory::run("tests/effects/alltoall.json", {{"cluster.profile", "aws-p5en-efa-direct"},
                                                    {"stack", "nccl-efa-gda"},
                                                    {"path", "gpu"},
                                                    {"params.contexts", "2"}});
    ADD_FAILURE() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 1);
    const std::string text = error.what();
    EXPECT_NE(text.find("window arrived["), std::string::npos) << text;
    EXPECT_NE(text.find("which counts them, got one from PE"), std::string::npos) << text;
  }
}

TEST(Layers, AQueueTooManyForAnImmediateIsRefusedInASentence) {
  try {
    laboratory::run("tests/effects/pipeline.json", {{"path", "proxy"},
                                                    {"cluster.profile", "aws-p5-efa"},
                                                    {"stack.proxy.rings", "64"},
                                                    {"stack.proxy.threads", "64"},
                                                    {"stack.queues.per_peer", "5"}});
    ADD_FAILURE() << "expected a refusal";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2);
    EXPECT_NE(std::string(error.what()).find("expected at most 256 queues to each peer"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace gin
